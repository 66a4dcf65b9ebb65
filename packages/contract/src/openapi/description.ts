import type { z } from 'zod';
import { api } from '../api.ts';
import type { Endpoint } from '../endpoint.ts';
import { contexts, maxSelectedRoles } from '../session.ts';
import { contextHeader, rolesParameter, sessionCookie } from '../transport.ts';
import { exampleOf } from './example-of.ts';
import { JsonSchemas } from './json-schema.ts';
import { linksOf } from './links.ts';
import { referenceTo, refusalResponses, refusalsOf } from './refusals.ts';
import type { JsonSchema, OpenApi, Operation } from './types.ts';

const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
  key: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key of a user, for programs (docs/partner-interface.md). Only calls that list this scheme take one, and need no X-Varde-Context with it.',
  },
};

const common = {
  roles: {
    name: rolesParameter,
    in: 'query',
    description: 'Roles of the caller, whose rights alone count then. One that the caller does not hold has no effect.',
    schema: { type: 'array', items: { type: 'string', maxLength: 40 }, maxItems: maxSelectedRoles },
  },
  context: {
    name: contextHeader,
    in: 'header',
    description: 'Whether the caller works as a partner who handles alarms. Needed with a session.',
    required: true,
    schema: { enum: contexts, examples: ['PROFFWEB'] },
  },
  contextOrKey: {
    name: contextHeader,
    in: 'header',
    description:
      'Whether the caller works as a partner who handles alarms. Needed with a session, not with an API key.',
    schema: { enum: contexts, examples: ['PROFFWEB'] },
  },
} as const;
const reference = (name: string) => ({ $ref: `#/components/parameters/${name}` });

const operations: [id: string, tag: string, endpoint: Endpoint][] = Object.entries(api).flatMap(([tag, group]) =>
  Object.entries(group).map(([name, endpoint]): [string, string, Endpoint] => [`${tag}.${name}`, tag, endpoint]),
);

/** The HTTP interface as OpenAPI 3.1. */
export function describeInterface(): OpenApi {
  const schemas = new JsonSchemas();
  const parameters = new Parameters();
  const paths: OpenApi['paths'] = {};
  for (const [id, tag, endpoint] of operations) {
    const path = templateOf(endpoint.path);
    const operation = operationOf({ schemas, parameters }, id, tag, endpoint);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation };
  }
  const responses = refusalResponses(schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Varde',
      version: '1',
      description:
        'The calls of the console, and of programs. Times are Unix milliseconds. Fields are added: ignore those that you do not know. An address that is called with a method that it does not have answers 405, and one that does not exist 404.',
    },
    servers: [{ url: '/' }],
    security: [{ session: [] }],
    paths: withLinks(paths, schemas.components),
    components: { securitySchemes, parameters: parameters.shared, responses, schemas: schemas.components },
  };
}

const templateOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

/** The parameters of paths: most have one schema in all calls, and are described once. */
class Parameters {
  readonly shared: Record<string, object> = { ...common };

  of(place: 'path' | 'query', { properties = {}, required = [] }: JsonSchema = {}): object[] {
    return Object.entries(properties).map(([name, schema]) => {
      const needed = place === 'path' || required.includes(name) ? { required: true } : {};
      const parameter = { name, in: place, ...needed, schema };
      if (place === 'query') return parameter;
      this.shared[name] ??= parameter;
      return JSON.stringify(this.shared[name]) === JSON.stringify(parameter) ? reference(name) : parameter;
    });
  }
}

interface Parts {
  schemas: JsonSchemas;
  parameters: Parameters;
}

function operationOf({ schemas, parameters }: Parts, operationId: string, tag: string, endpoint: Endpoint): Operation {
  const { summary, params, query, body, permission, callback, forPrograms } = endpoint;
  return {
    operationId,
    tags: [tag],
    summary,
    ...(permission === 'public' ? { security: [] } : {}),
    ...(forPrograms ? { security: [{ session: [] }, { key: [] }] } : {}),
    parameters: [
      ...parameters.of('path', params && schemas.of(params, 'input')),
      ...parameters.of('query', query && schemas.of(query, 'input')),
      ...(endpoint.method === 'GET' || callback ? [] : [reference(forPrograms ? 'contextOrKey' : 'context')]),
      reference('roles'),
    ],
    ...(body === undefined ? {} : { requestBody: requestBody(schemas, operationId, endpoint, body) }),
    responses: {
      ...successOf(schemas, endpoint),
      ...Object.fromEntries(refusalsOf(endpoint).map((status) => [String(status), referenceTo(status)])),
    },
  };
}

function requestBody(schemas: JsonSchemas, id: string, { form }: Endpoint, body: z.ZodType) {
  const schema = schemas.of(body, 'input');
  const content = { schema, example: exampleOf(schema, schemas.components, id) };
  return {
    required: !body.safeParse({}).success,
    content: {
      ...(form === undefined ? {} : { 'application/x-www-form-urlencoded': content }),
      ...(form === true ? {} : { 'application/json': content }),
    },
  };
}

/** What a call that succeeds answers: JSON, or a file, which a browser that has it already need not get again. */
function successOf(schemas: JsonSchemas, { file, response }: Endpoint): Operation['responses'] {
  const isImage = file?.some((type) => type.startsWith('image/'));
  return {
    200: {
      description: 'Done.',
      ...(isImage ? { headers: { ETag: { description: 'Of this version.', schema: { type: 'string' } } } } : {}),
      content:
        file === undefined
          ? { 'application/json': { schema: schemas.of(response, 'output') } }
          : Object.fromEntries(file.map((type) => [type, {}])),
    },
    ...(isImage ? { 304: { description: 'The browser has this version (`If-None-Match`).' } } : {}),
  };
}

/** Which calls can follow: those that look at something whose number the answer holds. */
function withLinks(paths: OpenApi['paths'], components: Record<string, JsonSchema>): OpenApi['paths'] {
  for (const [path, methods] of Object.entries(paths))
    for (const operation of Object.values(methods)) {
      const success = operation.responses[200];
      const schema = success?.content?.['application/json']?.schema;
      const links = schema === undefined ? {} : linksOf(schema, { path, paths, components });
      if (success !== undefined && Object.keys(links).length > 0) success.links = links;
    }
  return paths;
}
