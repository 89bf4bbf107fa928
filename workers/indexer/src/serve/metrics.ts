import type { IndexMetrics } from './metric-registry.ts'

/**
 * Opens metrics with a registry of their own. The library of metrics is loaded here, so that programs that
 * only compute with days do not load it.
 *
 * @param chains - slugs of chains whose counters begin at zero; default: none.
 */
export async function openIndexMetrics(chains: readonly string[] = []): Promise<IndexMetrics> {
  const { buildIndexMetrics } = await import('./metric-registry.ts')
  return buildIndexMetrics(chains)
}
