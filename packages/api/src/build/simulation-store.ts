import { randomBytes } from 'node:crypto'
import { type Hex, printHex } from '@vaultwright/base'
import type { Built } from '@vaultwright/builder'
import { rootOf } from '@vaultwright/merkle'
import type { Store } from '@vaultwright/store'
import type { Ledger } from '@vaultwright/wire'
import type { RouteRequest } from '../answer/route.ts'
import type { StrategistContext } from '../service/strategist-context.ts'
import { recordOf } from './simulation-record.ts'
import type { EngineResults, RequestedSimulation } from './simulation-run.ts'

/** Of an id: 144 bits cannot be guessed, and the holder may read the page. */
const idBytes = 18
const daySeconds = 86_400n
const purgeSeconds = 3_600n

type SimulatedBuild = {
  readonly built: Built
  readonly run: RequestedSimulation
  readonly seen: EngineResults
  readonly ledger: Ledger
}

/** Keeps a simulation for its link. */
export async function storeSimulation(
  { context, caller }: Pick<RouteRequest<'execute'>, 'context' | 'caller'>,
  strategistContext: StrategistContext,
  simulated: SimulatedBuild,
): Promise<string> {
  const { config, store } = context
  const id = randomBytes(idBytes).toString('base64url')
  const createdAtUnix = context.now()
  const expiresAtUnix = createdAtUnix + BigInt(config.simulation.keepDays) * daySeconds
  const { chainId, knownFacts } = strategistContext.settled()
  const { chain } = strategistContext.deployment
  const record = recordOf({
    id,
    createdAtUnix,
    expiresAtUnix,
    chain,
    chainId,
    ...simulated,
    strategist: strategistContext.strategist,
    labelOf: (account) => knownFacts.labelOf(account),
    managerRoot: await managerRootOf(strategistContext),
  })
  await context.turns.next(caller.tenantId)
  const body = JSON.stringify(record)
  await store.simulations.put(caller.tenantId, { id, createdAtUnix, expiresAtUnix, body })
  await purgeNowAndThen(store, createdAtUnix)
  return `${context.baseUrl()}/simulations/${id}`
}

const purgedAt = new WeakMap<Store, bigint>()

/** What has expired is no longer shown; now and then it goes. */
async function purgeNowAndThen(store: Store, nowUnix: bigint): Promise<void> {
  if (nowUnix - (purgedAt.get(store) ?? 0n) < purgeSeconds) return
  purgedAt.set(store, nowUnix)
  await store.simulations.purge()
}

async function managerRootOf({ managerTree }: StrategistContext): Promise<Hex | null> {
  const found = await managerTree()
  return found === null ? null : printHex(rootOf(found.tree))
}
