import { type ControlReading, type ControlState, solveControl } from '@vaultwright/access-control'
import type { Address, Hex } from '@vaultwright/base'
import { expect, test } from 'vitest'
import { controlVerdict } from './control-replay.ts'

const addressOf = (digit: string): Address => `0x${digit.repeat(40)}`
const [vault, safe, stranger] = ['3', '4', '5'].map(addressOf) as [Address, Address, Address]
const keys = ['a', 'b', 'c'].map(addressOf)
const zero: Address = `0x${'0'.repeat(40)}`

/** A vault that an owner mints for. */
function stateOf(owner: Address, more: readonly (readonly [Address, unknown])[] = []) {
  return new Map([
    ...keys.map((key) => [key, { kind: 'key', isUnused: false }] as const),
    [
      vault,
      {
        kind: 'contract',
        auth: { owner, authority: zero },
        part: { of: 'vault' },
        functions: new Set(['0x39d6ba32']),
        isKnown: true,
      },
    ],
    ...more,
  ]) as ControlState
}
const council = [
  safe,
  {
    kind: 'safe',
    version: '1.4.1',
    threshold: 2,
    owners: keys,
    modules: [],
    fallbackHandler: zero,
    guard: zero,
    moduleGuard: zero,
    isComplete: true,
  },
] as const
const now = 1_800_000_000n
const proven = { isFromElsewhere: true, nowUnix: now }

function verdictOn(
  state: ControlState,
  {
    atUnix = now,
    queue = vault,
    terms = proven,
    ...reading
  }: Partial<ControlReading> & {
    readonly atUnix?: bigint
    readonly queue?: Address | null
    readonly terms?: typeof proven
  } = {},
) {
  const whole = {
    state,
    completeness: [],
    notes: [],
    codeNames: new Map(),
    waiting: [],
    ahead: null,
    wants: { slots: new Map(), codes: new Set<Address>(), links: new Map() },
    ...reading,
  }
  const contracts = { vault, manager: vault, accountant: vault, teller: vault, queue }
  const answer = solveControl(state)
  return controlVerdict({ witness: { contracts }, reading: whole, answer, atUnix }, terms)
}

test('golden: two keys of a council are a Yes, and each thing that is not known or old takes it away', () => {
  const state = stateOf(safe, [council])
  expect(verdictOn(state).answer).toBe('yes')
  expect(verdictOn(state, { terms: { ...proven, isFromElsewhere: false } }).answer).toBe(
    'conditional',
  )
  expect(verdictOn(state, { atUnix: now - 172_801n }).answer).toBe('conditional')
  expect(verdictOn(state, { queue: null })).toMatchObject({
    answer: 'conditional',
    reasons: [{ message: expect.stringMatching(/^Not read: queue\. If the vault has one/) }, {}],
  })
  const waiting = [{ timelock: vault, id: '0x01', readyAt: 1n, calls: null }] as const
  expect(verdictOn(state, { waiting })).toMatchObject({
    answer: 'conditional',
    reasons: [
      { message: expect.stringMatching(/^1 operation .* What they lead to is not known\.$/) },
      {},
    ],
  })
  expect(verdictOn(state, { waiting, ahead: stateOf(keys[0]!) }).reasons[0]!.message).toMatch(
    /Then: One key can take this vault, at once\.$/,
  )
  // A queue that the vault's authority leads to was read.
  const queuePart = {
    kind: 'contract',
    auth: { owner: zero, authority: zero },
    part: { of: 'queue' },
    functions: new Set<Hex>(),
    isKnown: true,
  } as const
  const withQueue = new Map(state).set(stranger, queuePart)
  expect(verdictOn(withQueue, { queue: null }).answer).toBe('yes')
  // A teller that takes messages of a bridge mints for whoever verifies them.
  const bridgePart = {
    kind: 'contract',
    auth: { owner: safe, authority: zero },
    part: { of: 'teller', vault, isPaused: false },
    // setPeer(uint32,bytes32)
    functions: new Set<Hex>(['0x3400288b']),
    isKnown: true,
  } as const
  expect(verdictOn(new Map(state).set(stranger, bridgePart))).toMatchObject({
    answer: 'conditional',
    reasons: [{ message: expect.stringContaining(`cross a bridge at ${stranger}`) }, {}],
  })
  const hidden = { contract: safe, isComplete: false, unexplained: 1, open: 0 }
  expect(verdictOn(state, { completeness: [hidden] })).toMatchObject({
    answer: 'open',
    reasons: [{ weight: 'open', message: expect.stringContaining('1 list of holders') }, {}],
  })
})

test('refuses: one key is a No, no key at all is a Yes, and an owner whose code is not known is Open', () => {
  expect(verdictOn(stateOf(keys[0]!)).reasons[0]).toMatchObject({
    weight: 'no',
    message: 'The holder of one key can take what this vault has.',
  })
  expect(verdictOn(stateOf(zero)).answer).toBe('yes')
  const unknown = [stranger, { kind: 'unknown', codeHash: null }] as const
  expect(verdictOn(stateOf(stranger, [unknown])).answer).toBe('open')
})
