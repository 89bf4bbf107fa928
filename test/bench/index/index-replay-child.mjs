// Computes all values of the vaults of a store from its kept readings, or of every so-and-so-many-th of them.
import { currentFormulas, findIndexedVault, openContext, replayVault } from '@vaultwright/indexer'
import { openStore } from '@vaultwright/store'
import { hearOptions, serveParent } from '../api/api-child.mjs'

const { url, part, parts } = await hearOptions()
serveParent({}, replayAll)

/** What a replay of everything took; memory as the most that the process ever had. */
async function replayAll() {
  const store = await openStore(url)
  const context = contextOf(store)
  const all = await store.vaults.everywhere()
  const vaults = all.filter((_, index) => index % parts === part)
  const total = { rows: 0, added: 0, completed: 0, revised: 0, unchanged: 0 }
  const peaks = []
  const from = performance.now()
  const { user, system } = process.cpuUsage()
  for (const [index, { tenantId, address, deployments }] of vaults.entries()) {
    for (const { chain } of deployments) {
      const indexedVault = await findIndexedVault(context, { tenantId, chain, vault: address })
      const count = await replayVault(context, indexedVault, {
        reason: 'The benchmark computes again.',
      })
      for (const [name, rows] of Object.entries(count)) {
        total[name] += rows
        total.rows += rows
      }
    }
    if ((index + 1) % Math.ceil(vaults.length / 4) === 0) peaks.push(peakBytes())
  }
  const ms = performance.now() - from
  const used = process.cpuUsage({ user, system })
  await store.close()
  return { ...total, ms, cpuMs: (used.user + used.system) / 1_000, peaks, peak: peakBytes() }
}

function peakBytes() {
  return process.resourceUsage().maxRSS * 1_024
}

/** Without chains: a replay asks none. */
function contextOf(store) {
  const none = () => Promise.reject(new Error('A replay asks no node.'))
  return openContext({
    store,
    chains: none,
    prices: { prices: [] },
    fetch: none,
    enqueue: none,
    settings: { order: 'oldest', revisionDays: null, priceDays: null },
    nowUnix: () => 1_800_000_000n,
    random: () => 0.5,
    observe: () => {},
    formulas: currentFormulas,
  })
}
