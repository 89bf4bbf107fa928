import { BaseError, type Hex, printHex } from '@vaultwright/base'
import { managerAbi, multisigWalletAbi } from '@vaultwright/registry'
import fc from 'fast-check'
import { concatHex, encodeFunctionData, encodePacked, getAddress, parseAbi, size } from 'viem'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { timelockPairOf } from '../timelock.ts'
import { maxSignedDepth, openSignedCall } from './open-signed.ts'
import { type SignedCall, signedCallsOf, trailingNotes } from './signed-call.ts'

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map(printHex)
const address = bytes(20).map((account) => getAddress(account))
const small = fc.bigInt({ min: 0n, max: 2n ** 128n })
const multiSendAbi = parseAbi(['function multiSend(bytes transactions) payable'])
const manageAbi = parseAbi(['function manage(address[] targets, bytes[] data, uint256[] values)'])
const library = getAddress('0x9641d764fc13c8B624c04430C7356C1C7C8102e2')
const zero = getAddress(`0x${'00'.repeat(20)}`)
const word: Hex = `0x${'00'.repeat(32)}`

/** A call and what it is made of, as another encoder writes it. */
type Made = {
  readonly kind: SignedCall['kind']
  readonly to: Hex
  readonly value: bigint
  readonly operation: 'call' | 'delegatecall'
  readonly data: Hex
  readonly children: readonly Made[]
}

const leaf: fc.Arbitrary<Made> = fc.oneof(
  fc
    .record({ to: address, value: small, rest: fc.uint8Array({ maxLength: 70 }).map(printHex) })
    .map(({ to, value, rest: tail }): Made => {
      const data = concatHex(['0xa9059cbb', tail])
      return { kind: 'call', to, value, operation: 'call', data, children: [] }
    }),
  fc.record({ to: address, user: address, root: bytes(32) }).map(({ to, user, root }): Made => {
    const call = { functionName: 'setManageRoot', args: [user, root] } as const
    const data = encodeFunctionData({ abi: managerAbi, ...call })
    return { kind: 'admin_call', to, value: 0n, operation: 'call', data, children: [] }
  }),
  fc.record({ to: address, target: address, data: bytes(40) }).map(({ to, target, data }): Made => {
    const lists = [[[word]], [target], [target], [data], [0n]] as const
    const call = { functionName: 'manageVaultWithMerkleVerification', args: lists } as const
    const encoded = encodeFunctionData({ abi: managerAbi, ...call })
    return { kind: 'manager_batch', to, value: 0n, operation: 'call', data: encoded, children: [] }
  }),
)

const operation = fc.constantFrom('call' as const, 'delegatecall' as const)
const structures = fc.letrec<{ made: Made }>((tie) => ({
  made: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc
      .array(fc.tuple(operation, tie('made')), { maxLength: 3 })
      .map((pairs) => multiSendOf(pairs.map(([how, made]) => ({ ...made, operation: how })))),
    fc
      .record({
        to: address,
        gas: small,
        how: operation,
        inner: tie('made'),
        signatures: bytes(65),
      })
      .map(({ to, gas, how, inner, signatures }): Made => {
        const child = { ...inner, operation: how }
        const data = encodeFunctionData({
          abi: multisigWalletAbi,
          functionName: 'execTransaction',
          args: [
            ...([child.to, child.value, child.data, how === 'call' ? 0 : 1] as const),
            ...([gas, 0n, 0n, zero, zero, signatures] as const),
          ],
        })
        return {
          kind: 'safe_transaction',
          to,
          value: 0n,
          operation: 'call',
          data,
          children: [child],
        }
      }),
    fc
      .record({
        timelock: address,
        inner: fc.array(tie('made'), { minLength: 1, maxLength: 3 }),
        salt: bytes(32),
        isSchedule: fc.boolean(),
      })
      .map(({ timelock, inner, salt, isSchedule }): Made => {
        const calls = inner.map((made) => ({ ...made, operation: 'call' as const }))
        const plan = { timelock, calls, salt, predecessor: word, delaySeconds: 5n }
        const pair = timelockPairOf(plan)
        const { to, value, data } = isSchedule ? pair.schedule : pair.execute
        return { kind: 'timelock', to, value, operation: 'call', data, children: calls }
      }),
    fc
      .record({ to: address, inner: fc.array(tie('made'), { maxLength: 3 }) })
      .map(({ to, inner }): Made => {
        const children = inner.map((made) => ({ ...made, operation: 'call' as const }))
        const lists = [children.map((made) => made.to), children.map(({ data }) => data)] as const
        const args = [...lists, children.map(({ value }) => value)] as const
        const data = encodeFunctionData({ abi: manageAbi, args })
        return { kind: 'admin_call', to, value: 0n, operation: 'call', data, children }
      }),
  ),
}))

function multiSendOf(children: readonly Made[]): Made {
  const packed = children.map(({ operation, to, value, data }) =>
    encodePacked(
      ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
      [operation === 'call' ? 0 : 1, to, value, BigInt(size(data)), data],
    ),
  )
  const data = encodeFunctionData({ abi: multiSendAbi, args: [concatHex(['0x', ...packed])] })
  return { kind: 'multi_send', to: library, value: 0n, operation: 'delegatecall', data, children }
}

function madeOf({ kind, to, value, operation, data, children }: SignedCall): Made {
  return { kind, to: to!, value, operation, data, children: children.map(madeOf) }
}

test('law: every nest of calls is opened to the calls that it was made of', () => {
  let deepest = 0
  fc.assert(
    fc.property(structures.made, (made) => {
      const opened = openSignedCall(made)
      expect(madeOf(opened)).toEqual(made)
      const calls = signedCallsOf(opened)
      expect(calls.every(({ call }) => call.problem === null)).toBe(true)
      deepest = Math.max(deepest, ...calls.map(({ path }) => path.length))
    }),
  )
  expect(deepest).toBeGreaterThan(1)
})

test('law: a flipped bit is refused at its layer, or changes what is shown', () => {
  fc.assert(
    fc.property(structures.made, fc.nat(), (made, place) => {
      const changed = Buffer.from(made.data.slice(2), 'hex')
      const bit = place % (8 * changed.length)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      try {
        const opened = openSignedCall({ ...made, data: printHex(changed) })
        expect(shownOf(opened)).not.toBe(shownOf(openSignedCall(made)))
      } catch (error) {
        expect(error).toBeInstanceOf(BaseError)
      }
    }),
    { numRuns: runsOf(2) },
  )
})

test('law: bytes after the arguments are a note, at any depth', () => {
  fc.assert(
    fc.property(structures.made, bytes(3), (made, tail) => {
      const opened = openSignedCall({ ...made, data: concatHex([made.data, tail]) })
      const isPlain = made.kind === 'call' || made.kind === 'manager_batch'
      const tailed = opened.notes.filter(({ kind }) => kind === 'trailing_bytes')
      expect(tailed.length).toBe(isPlain ? 0 : 1)
      if (!isPlain) expect(tailed[0]!.message).toContain(tail)
    }),
  )
})

const call: Made = {
  kind: 'call',
  to: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  value: 0n,
  operation: 'call',
  data: '0xdeadbeef00',
  children: [],
}
const notesOf = (opened: SignedCall) => opened.notes.map(({ kind }) => kind)

test('golden: bytes that follow are counted, and the first 32 shown', () => {
  const messageOf = (bytes: Hex) => trailingNotes({ at: 68, bytes })[0]!.message
  expect(messageOf('0xab')).toBe(
    '1 byte follows the arguments, from byte 68. The chain ignores what stands there: 0xab',
  )
  expect(messageOf(`0x${'ab'.repeat(32)}`)).toMatch(/^32 bytes follow .*: 0x(ab){32}$/)
  expect(messageOf(`0x${'ab'.repeat(33)}`)).toMatch(/^33 bytes follow .*: 0x(ab){32}…$/)
  expect(trailingNotes(null)).toEqual([])
})

test('behavior: a delegate call of a known library is quiet, of any other code it is not', () => {
  const batch = multiSendOf([call])
  expect(openSignedCall(batch)).toMatchObject({
    kind: 'multi_send',
    facts: { library: 'MultiSendCallOnly 1.4.1' },
    notes: [],
  })
  expect(notesOf(openSignedCall({ ...batch, to: call.to }))).toEqual(['unknown_code'])
  expect(notesOf(openSignedCall({ ...call, operation: 'delegatecall' }))).toEqual(['unknown_code'])
  expect(notesOf(openSignedCall({ ...batch, operation: 'call' }))).toEqual(['not_delegated'])
})

test('behavior: a call to the zero address inside MultiSend, and a refund, are notes', () => {
  expect(notesOf(openSignedCall(multiSendOf([{ ...call, to: zero }])))).toEqual(['zero_target'])
  const args = [call.to, 0n, '0x', 0, 0n, 0n, 7n, zero, zero, '0x'] as const
  const data = encodeFunctionData({
    abi: multisigWalletAbi,
    functionName: 'execTransaction',
    args,
  })
  const opened = openSignedCall({ ...call, data })
  expect(opened.notes).toMatchObject([
    { kind: 'refund', message: expect.stringContaining('7 wei') },
  ])
})

test('behavior: functions that several contracts have name them all', () => {
  expect(openSignedCall({ ...call, data: '0x8456cb59' })).toMatchObject({
    kind: 'admin_call',
    facts: { signature: 'pause()', contracts: ['Manager', 'accountant'], arguments: {} },
  })
})

test('refuses: an inner layer that cannot be read, with the layers around it shown', () => {
  const bad = { ...multiSendOf([call]), operation: 'call' as const }
  const damaged = { ...bad, data: `${bad.data.slice(0, -2)}01` as Hex }
  const opened = openSignedCall(multiSendOf([call, damaged]))
  expect(opened.problem).toBe(null)
  expect(opened.children[1]).toMatchObject({
    kind: 'call',
    problem: { code: 'safe_calldata', facts: { offset: damaged.data.length / 2 - 2 } },
  })
  expect(() => openSignedCall(damaged)).toThrow(
    expect.objectContaining({
      code: 'safe_calldata',
      shortMessage: expect.stringMatching(/byte \d/),
    }),
  )
})

test('refuses: an operation that no Safe runs', () => {
  const packed = encodePacked(
    ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
    [2, call.to, 0n, 0n, '0x'],
  )
  const data = encodeFunctionData({ abi: multiSendAbi, args: [packed] })
  expect(() => openSignedCall({ ...call, data })).toThrow(
    expect.objectContaining({ code: 'multi_send_operation' }),
  )
})

test('refuses: calls that nest deeper than wallets nest', () => {
  let nest = call
  for (let depth = 0; depth <= maxSignedDepth; depth++) nest = multiSendOf([nest])
  const problems = signedCallsOf(openSignedCall(nest)).flatMap(({ call }) => call.problem ?? [])
  expect(problems).toEqual([])
  const deeper = signedCallsOf(openSignedCall(multiSendOf([nest])))
  expect(deeper.flatMap(({ call }) => call.problem?.code ?? [])).toEqual(['signed_depth'])
})

/** The text shown to a person: the calldata of a layer only where nothing is read out of it. */
function shownOf(call: SignedCall): string {
  const isRead = call.kind !== 'call' && call.kind !== 'manager_batch'
  const shown = { ...call, data: isRead ? null : call.data, children: call.children.map(shownOf) }
  return JSON.stringify(shown, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
}
