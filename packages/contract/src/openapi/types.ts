export interface JsonSchema {
  [keyword: string]: unknown;
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  examples?: unknown[];
}

export interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, object>;
    responses: Record<string, unknown>;
    securitySchemes: Record<string, object>;
  };
  [field: string]: unknown;
}

export interface Operation {
  operationId: string;
  parameters: object[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { schema?: JsonSchema }>; [field: string]: unknown }>;
  [field: string]: unknown;
}
