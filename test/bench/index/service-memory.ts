import { sizes as apiSizes, benchApiMemory } from '../api/api-memory.ts'
import type { Figure } from '../figure.ts'
import { benchIndexMemory, type IndexMemorySize } from './index-memory.ts'

type ServiceSize = {
  readonly api: Parameters<typeof benchApiMemory>[0]
  readonly index: IndexMemorySize
}

export const sizes = {
  full: { api: apiSizes.full, index: { minutes: 60, steps: 12 } },
  tiny: { api: apiSizes.tiny, index: { minutes: 1, steps: 3 } },
} as const satisfies Readonly<Record<string, ServiceSize>>

/** Measures what the API and the indexer grow by while they do what they do all the time. */
export async function benchServiceMemory({ api, index }: ServiceSize): Promise<readonly Figure[]> {
  return [...(await benchApiMemory(api)), ...(await benchIndexMemory(index))]
}
