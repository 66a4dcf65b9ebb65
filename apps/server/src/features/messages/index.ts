import type { FeatureOf } from '#platform/feature.ts';
import { type MessageDependencies, messageHandlers } from './handlers.ts';
import { messagesTopic } from './messages-topic.ts';

/** Text messages to the displays of devices. */
export function createMessagesFeature(dependencies: MessageDependencies): FeatureOf<'messages'> {
  return {
    group: 'messages',
    handlers: messageHandlers(dependencies),
    topics: [messagesTopic(dependencies)],
  };
}
