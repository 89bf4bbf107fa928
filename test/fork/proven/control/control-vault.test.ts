import {
  type ActAnswer,
  parseControlWitness,
  printControlWitness,
  replayControl,
  sentencesAhead,
  solveControl,
} from '@vaultwright/access-control'
import type { Address } from '@vaultwright/base'
import { openChain, openCountingRpc, readControlState } from '@vaultwright/chain'
import { expect, test } from 'vitest'
import { controlContractsOf } from '../../../support/node/control-contract.ts'
import { localChainOfTest, placeOf } from '../../../support/node/local-chain.ts'

/** Reads the vault of the local chain that has each trap of control once; its queue is not named. */
async function readTraps() {
  const local = await localChainOfTest()
  const counting = openCountingRpc(local.anvil.rpc)
  const chain = await openChain(counting.rpc, { id: 31337 })
  const named = (name: string) => placeOf(local, name).toLowerCase() as Address
  const part = (name: string) => named(`Control: ${name}`)
  const contracts = controlContractsOf(local, 'Control')
  const block = await chain.readBlock('latest')
  const before = counting.counts().asks
  const control = await readControlState(chain, { contracts, block })
  return { ...control, block, named, part, trips: counting.counts().asks - before }
}

const shortOf = ({ cuts }: ActAnswer) =>
  cuts!.map(({ delay, leastKeys, possibleKeys }) => [delay, leastKeys, possibleKeys])

test('golden: each trap of the vault Control is in its answer, within 8 round trips', async () => {
  const { reading, hasLogs, trips, part, named } = await readTraps()
  expect(hasLogs).toBe(true)
  expect(trips).toBeLessThanOrEqual(8)
  const { acts } = solveControl(reading.state, { mostSets: 100 })
  const answer = (act: string, target: Address, strategist: Address | null = null) =>
    shortOf(
      acts.find(
        (row) => row.act === act && row.target === target && row.strategist === strategist,
      )!,
    )
  const [vault, manager] = [named('Control'), part('manager')]
  // Two of three owners of the Safe propose in a timelock without delay, and anybody executes.
  expect(answer('manage_freely', vault)).toEqual([[0, 2, 2]])
  expect(answer('set_root', manager)).toEqual([[0, 2, 2]])
  // A public function; a key that lends its account the code of a forwarder; a Safe that was never set up.
  expect(answer('mint', vault)).toEqual([[0, 0, 0]])
  expect(answer('queue_solve', part('queue'))).toEqual([[0, 0, 0]])
  expect(answer('lock_shares', part('teller'))).toEqual([[0, 0, 0]])
  // A second owner, a key as authority, a module.
  expect(answer('set_any_rate', part('accountant'))).toEqual([[0, 1, 1]])
  expect(answer('change_authority', part('solver'))).toEqual([[0, 1, 1]])
  expect(answer('refund', part('teller'))).toEqual([[0, 1, 1]])
  // Code that is not known holds role 255.
  expect(answer('queue_terms', part('queue'))).toEqual([[0, 1, 0]])
  // A root without the role takes the role first; the role with a root does not.
  expect(answer('manage_by_root', manager, named('strategist'))).toEqual([[0, 3, 3]])
  expect(answer('manage_by_root', manager, named('trader'))).toEqual([[0, 1, 1]])
  // Nobody has a role for the pause of the queue, which no definition names: who commands the authority gives it.
  expect(answer('pause', part('queue'))).toEqual([[0, 2, 2]])
  // A sender of the Pauser pauses its own contract, a round is stopped by the entry that refuses.
  expect(answer('pause', manager)).toEqual([[0, 1, 1]])
  expect(answer('pause_list', part('pauser'))).toEqual([[0, 2, 2]])
  expect(answer('bridge_peer', part('bridge teller'))).toEqual([[0, 2, 2]])
  // The delegate at the endpoint chooses the verifiers, and the only verifier is a key.
  expect(answer('bridge_verifiers', part('bridge teller'))).toEqual([[0, 1, 1]])
  expect(answer('bridge_mint', part('bridge teller'))).toEqual([[0, 1, 1]])
  const bridging = acts.find(({ act }) => act === 'bridge_mint')!
  expect(bridging.cuts![0]!.sets.map(({ keys }) => [...keys]).sort()).toEqual(
    expect.arrayContaining([[named('depositor')], [named('solver')]]),
  )
  // Who may exchange the code that prices an asset decides what it is worth.
  const prices = acts.find(({ act }) => act === 'set_price_source')!
  const single = prices.cuts![0]!.sets.filter(({ keys }) => keys.length === 1)
  expect(single.map(({ keys }) => keys[0]).sort()).toEqual(
    [named('signer 3'), named('rate updater')].sort(),
  )
  const notes = new Set(reading.notes.map(({ code }) => code))
  expect([...notes].sort()).toEqual([
    'delegated_key',
    'price_source',
    'safe_guard',
    'safe_module',
    'timelock_waiting',
    'unknown_code',
    'unused_account',
  ])
  expect(reading.completeness.filter(({ isComplete }) => !isComplete)).toEqual([])
})

test('golden: an operation that waits is read with its calls, and applied', async () => {
  const { reading, witness, block, part, named } = await readTraps()
  const [operation] = reading.waiting
  expect(reading.waiting.length).toBe(1)
  expect(operation).toMatchObject({
    timelock: part('slow timelock'),
    readyAt: block.timestamp + 86_400n,
    calls: [{ target: part('pauser') }],
  })
  expect(sentencesAhead(reading)).toEqual([
    `change_authority on ${part('pauser')}: 1 key at once, was 2 keys at once`,
    `pause_list on ${part('pauser')}: 1 key at once, was 2 keys at once`,
    ...['unpause', 'pause'].flatMap((act) =>
      ['manager', 'teller'].map(
        (name) => `${act} on ${part(name)}: 1 key at once, by other keys than before`,
      ),
    ),
  ])
  const pauser = reading.ahead!.get(part('pauser'))
  expect(pauser).toMatchObject({ auth: { owner: named('signer 3') } })
  const text = printControlWitness(witness)
  const replayed = replayControl(parseControlWitness(text), block.hash)
  expect([replayed.waiting, replayed.ahead]).toEqual([reading.waiting, reading.ahead])
  // Calls that do not hash to the operation are not believed, and without them nobody can say.
  const forged = { ...witness.hints.scheduled[0]!, salt: `0x${'11'.repeat(32)}` as const }
  for (const scheduled of [[forged], []]) {
    const hints = { ...witness.hints, scheduled }
    const doubtful = replayControl({ ...witness, hints }, block.hash)
    expect([doubtful.waiting[0]!.calls, doubtful.ahead]).toEqual([null, null])
    expect(sentencesAhead(doubtful)).toEqual([
      'cannot say what holds then: not every call that waits is known',
    ])
  }
})
