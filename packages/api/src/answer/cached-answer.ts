import type { OperationName, ResponseOf } from '@vaultwright/wire'
import type { RouteRequest } from './route.ts'

/** Makes an answer whose text is kept while nothing in the store changes. */
export async function cachedAnswer<Name extends OperationName>(
  { caller, context }: Pick<RouteRequest<Name>, 'caller' | 'context'>,
  key: readonly [name: Name, ...parts: readonly (string | number | null | undefined)[]],
  make: () => Promise<ResponseOf<Name>>,
): Promise<{ readonly text: string; readonly isCacheable: true }> {
  const name = `${caller.tenantId} ${JSON.stringify(key)}`
  const text = await context.cache.of(name, async () => JSON.stringify(await make()))
  return { text, isCacheable: true }
}
