import { openChain, openCountingRpc } from '@vaultwright/chain'
import {
  handlerOf,
  type IndexEvent,
  type IndexParts,
  openContext,
  openIndexMetrics,
} from '@vaultwright/indexer'
import { onTestFinished } from 'vitest'
import { openTestApi } from '../../api/support/harness.ts'
import { localChainOfTest, placeOf } from '../node/local-chain.ts'
import { by } from '../store/store-fixture.ts'

/** Opens the indexer's job on control and the API over one store, for a vault of the local chain. */
export async function openControlWorld(vaultName: string) {
  const local = await localChainOfTest()
  const counting = openCountingRpc(local.anvil.rpc)
  const chain = await openChain(counting.rpc, { id: 31337 })
  const named = (name: string) => placeOf(local, name)
  const api = await openTestApi()
  onTestFinished(() => api.close())
  const { store } = api
  const address = named(vaultName)
  await store.vaults.put(
    api.tenant.id,
    {
      address,
      name: vaultName,
      status: 'active',
      deployedAtUnix: null,
      definition: null,
      lock: null,
      deployments: [
        {
          chain: 'local',
          manager: named(`${vaultName}: manager`),
          accountant: named(`${vaultName}: accountant`),
          teller: named(`${vaultName}: teller`),
          queues: [],
          drones: [],
          deployedAtUnix: null,
          deployedBlock: null,
          strategists: [{ name: 'main', address: named('strategist') }],
        },
      ],
    },
    by,
  )
  const events: IndexEvent[] = []
  const metrics = await openIndexMetrics()
  const openProcess = () => {
    const context = openContext({
      store,
      chains: async () => ({ slug: 'local', chain, finality: { kind: 'depth', blocks: 0n } }),
      prices: { prices: [] },
      settings: { order: 'oldest', revisionDays: null, priceDays: null, provesDays: false },
      nowUnix: () => 1_800_000_000n,
      random: () => 0.5,
      fetch: async () => {
        throw new Error('No node is asked.')
      },
      observe: (event) => {
        metrics.observe(event)
        events.push(event)
      },
      enqueue: async () => {},
    } satisfies IndexParts)
    const handle = handlerOf(context)
    return async () => {
      const before = counting.counts().asks
      events.length = 0
      const task = { kind: 'control.reading', chain: 'local', vault: address } as const
      const signal = new AbortController().signal
      await handle({ ...task, tenantId: api.tenant.id }, { attempt: 1, signal })
      return counting.counts().asks - before
    }
  }
  const send = async (method: string, ...params: readonly unknown[]) => {
    const [answer] = await chain.rpc.ask([{ method, params }])
    if (answer?.ok !== true) throw new Error(`${method}: ${JSON.stringify(answer)}`)
    return answer.value
  }
  const changes = () =>
    events.flatMap((event) => (event.event === 'control_changed' ? [event.change] : []))
  const path = `/v1/vaults/local/${address}/control`
  const headers = await api.as('viewer')
  const get = (tail = '') => api.ask('GET', `${path}${tail}`, { headers })
  return {
    api,
    chain,
    local,
    named,
    address,
    events,
    metrics,
    openProcess,
    send,
    changes,
    path,
    headers,
    get,
  }
}
