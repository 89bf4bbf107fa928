import { type Address, type Hex, minimumOf, printHex } from '@vaultwright/base'
import { nativeAsset } from '@vaultwright/registry'
import fc from 'fast-check'
import { encodeAbiParameters, getAddress, toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import { balanceRead } from '../effect/state-read.ts'
import { decodeLogs, type RawLog } from '../trace/simulated-log.ts'
import { compareExecution } from './compare.ts'
import { followReadsOf, type MeasuredExecution, type SafeExecuted } from './execution.ts'
import {
  movesOf,
  observedTransfersOf,
  partiesOf,
  type Statement,
  statementOf,
} from './statement.ts'

const account = (seed: number): Address => getAddress(printHex(new Uint8Array(20).fill(seed)))
const [safe, vault, market, spender] = [1, 2, 3, 4].map(account) as [
  Address,
  Address,
  Address,
  Address,
]
const tokens = [5, 6].map(account)
const hash: Hex = `0x${'ab'.repeat(32)}`
const block = { number: 100n, hash: `0x${'bb'.repeat(32)}`, timestamp: 1n } as const
const wordOf = (address: Address): Hex => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
const log = (
  address: Address,
  signature: string,
  words: readonly Address[],
  value: bigint,
): RawLog => ({
  address,
  topics: [toEventSelector(signature), ...words.map(wordOf)],
  data: encodeAbiParameters([{ type: 'uint256' }], [value]),
})
const transfer = (token: Address, from: Address, to: Address, amount: bigint) =>
  log(token, 'Transfer(address,address,uint256)', [from, to], amount)
const approval = (token: Address, amount: bigint) =>
  log(token, 'Approval(address,address,uint256)', [vault, spender], amount)

const subject = {
  safe,
  chainId: 1,
  version: '1.4.1',
  nonce: 7n,
  safeTxHash: hash,
  contentHash: hash,
  watched: [safe, vault],
}

function statementFor(logs: readonly RawLog[], slippageBps = 50n): Statement {
  const transfers = observedTransfersOf(decodeLogs(logs), [])
  const outcome = { status: 'success' } as const
  const simulation = { outcome, block, logs: decodeLogs(logs), transfers, approvals: [] }
  return statementOf(simulation, { ...subject, slippageBps })!
}

/** The execution of some logs, with further ones in its transaction and its block. */
function executionOf(
  logs: readonly RawLog[],
  {
    beside = [],
    inBlock = [],
    allowance = 0n,
    ...changes
  }: Partial<SafeExecuted> & {
    readonly beside?: readonly RawLog[]
    readonly inBlock?: readonly RawLog[]
    readonly allowance?: bigint
  } = {},
): (statement: Statement) => MeasuredExecution {
  const executed: SafeExecuted = {
    safeTxHash: hash,
    isSuccess: true,
    transactionHash: hash,
    block,
    isDirect: true,
    basis: 'trace',
    logs,
    receiptLogs: [...logs, ...beside],
    native: [],
    transactionNative: [],
    ...changes,
  }
  return (statement) => {
    const { balances, approvals } = followReadsOf(statement, executed)
    const everything = [...logs, ...beside, ...inBlock]
    const moves = movesOf(observedTransfersOf(decodeLogs(everything), []), subject.watched)
    const measured = new Map<string, { before: bigint | null; after: bigint | null }>()
    for (const { key } of balances) {
      const [, token, holder] = key.split(' ')
      measured.set(key, {
        before: 10n ** 30n,
        after: 10n ** 30n + (moves.get(`${token} ${holder}`) ?? 0n),
      })
    }
    for (const { key } of approvals) measured.set(key, { before: 0n, after: allowance })
    return { ...executed, measured, seconds: 12n }
  }
}

const compare = (said: readonly RawLog[], execution: ReturnType<typeof executionOf>) => {
  const statement = statementFor(said)
  const { outcome, differences } = compareExecution(statement, execution(statement))
  return [outcome, ...differences.map(({ code }) => code)]
}

const someTransfer = fc
  .tuple(fc.constantFrom(...tokens), fc.boolean(), fc.bigInt({ min: 1_000n, max: 10n ** 24n }))
  .map(([token, isIn, amount]) =>
    isIn ? transfer(token, market, vault, amount) : transfer(token, vault, market, amount),
  )

test('law: what was simulated and happens so is executed as said, and any move beyond it is named', () => {
  fc.assert(
    fc.property(fc.array(someTransfer, { maxLength: 6 }), someTransfer, (logs, further) => {
      expect(compare(logs, executionOf(logs))).toEqual(['executed_as_said'])
      const [withFurther] = compare(logs, executionOf([...logs, further]))
      const statement = statementFor(logs)
      const all = movesOf(observedTransfersOf(decodeLogs([...logs, further]), []), subject.watched)
      const isWithin =
        [...all].every(([key, amount]) => {
          const { token, holder } = partiesOf(key)
          const move = statement.moves.find((one) => one.token === token && one.holder === holder)
          return (
            move !== undefined &&
            amount >= move.atLeast &&
            (move.atMost === null || amount <= move.atMost)
          )
        }) &&
        statement.moves.every(
          ({ token, holder, atLeast }) => atLeast <= (all.get(`${token} ${holder}`) ?? 0n),
        )
      expect(withFurther).toBe(isWithin ? 'executed_as_said' : 'executed_otherwise')
      const [beside, ...codes] = compare(logs, executionOf(logs, { beside: [further] }))
      expect([beside, codes.includes('moved_beside')]).toEqual(['executed_otherwise', true])
      // Only tokens that are stated are measured: what others send of another token is not of this transaction.
      const isMeasured = statement.moves.some(({ token }) => token === further.address)
      const [inBlock] = compare(logs, executionOf(logs, { inBlock: [further] }))
      expect(inBlock).toBe(isMeasured ? 'undecided' : 'executed_as_said')
    }),
  )
})

const swap = [
  transfer(tokens[0]!, vault, market, 1_000_000n),
  transfer(tokens[1]!, market, vault, 2_000_000n),
]
const swapFor = (amount: bigint) => [swap[0]!, transfer(tokens[1]!, market, vault, amount)]

test.each([
  ['a price within the bound', swapFor(1_990_000n), {}, ['executed_as_said']],
  ['a price beyond it', swapFor(1_989_999n), {}, ['executed_otherwise', 'move_out_of_bounds']],
  ['an approval that is used up', [...swap, approval(tokens[0]!, 9n)], {}, ['executed_as_said']],
  [
    'an approval that stays',
    [...swap, approval(tokens[0]!, 9n)],
    { allowance: 9n },
    ['executed_otherwise', 'approval_not_stated'],
  ],
  [
    'a module that acts beside it',
    swap,
    { beside: [log(safe, 'ExecutionFromModuleSuccess(address)', [market], 0n)] },
    ['executed_otherwise', 'module_acted'],
  ],
  [
    'another threshold',
    swap,
    { beside: [log(safe, 'ChangedThreshold(uint256)', [], 1n)] },
    ['executed_otherwise', 'governance'],
  ],
  ['a call of the Safe that failed', [], { isSuccess: false }, ['failed', 'failed']],
  [
    'a relayed transaction without a trace',
    swap,
    { basis: 'receipt', isDirect: false, native: null, transactionNative: null },
    ['undecided', 'not_traced'],
  ],
  [
    'a direct one without a trace',
    swap,
    { basis: 'receipt', native: null, transactionNative: null },
    ['executed_as_said'],
  ],
  [
    'another transaction',
    swap,
    { safeTxHash: `0x${'cd'.repeat(32)}` },
    ['undecided', 'other_transaction'],
  ],
] as const)('golden: %s', (_, logs, changes, expected) => {
  expect(compare(swap, executionOf(logs, changes))).toEqual(expected)
})

/** A supply to a lender: its log counts the interest since the last move of the holder. */
const interestOf = (token: Address, amount: bigint, interest: bigint): readonly RawLog[] => [
  transfer(token, `0x${'00'.repeat(20)}`, vault, amount + interest),
  {
    ...log(token, 'Mint(address,address,uint256,uint256,uint256)', [market, vault], 0n),
    data: encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'uint256' }, { type: 'uint256' }],
      [amount + interest, interest, 1n],
    ),
  },
]

test('law: interest that came in the block itself is no other move, up to what 100 % a year gives', () => {
  const amount = fc.bigInt({ min: 10n ** 9n, max: 10n ** 24n })
  const balance = 10n ** 30n
  const most = (balance * 12n) / 31_536_000n
  fc.assert(
    fc.property(
      amount,
      fc.bigInt({ min: 1n, max: 2n * most }),
      fc.nat(),
      (supplied, interest, part) => {
        const logs = interestOf(tokens[0]!, supplied, interest)
        const statement = statementFor(logs)
        const execution = executionOf(logs)(statement)
        const grown = (interest * BigInt(part % 1_001)) / 1_000n
        const key = balanceRead(tokens[0]!, vault).key
        const outcomeAt = (change: bigint) => {
          const entry = [key, { before: balance, after: balance + change }] as const
          const measured = new Map([...execution.measured, entry])
          return compareExecution(statement, { ...execution, measured }).outcome
        }
        const isUsual = grown <= most + 2n
        expect(outcomeAt(supplied + grown)).toBe(
          isUsual || grown === interest ? 'executed_as_said' : 'undecided',
        )
        expect(outcomeAt(supplied - 3n)).toBe('undecided')
        expect(outcomeAt(supplied + interest + 3n)).toBe('undecided')
      },
    ),
  )
})

test('law: interest that others had the lender write down before changes nothing of what was said', () => {
  const amounts = fc.tuple(
    fc.bigInt({ min: 10n ** 9n, max: 10n ** 24n }),
    fc.bigInt({ min: 1n, max: 10n ** 24n }),
    fc.bigInt({ min: 0n, max: 10n ** 24n }),
  )
  fc.assert(
    fc.property(amounts, ([supplied, atProposal, atExecution]) => {
      const statement = statementFor(interestOf(tokens[0]!, supplied, atProposal))
      expect(statement.moves[0]!.atLeast).toBe(minimumOf(supplied, 50n))
      const execution = executionOf(interestOf(tokens[0]!, supplied, atExecution))(statement)
      const key = balanceRead(tokens[0]!, vault).key
      const entry = [key, { before: 10n ** 30n, after: 10n ** 30n + supplied }] as const
      const measured = new Map([...execution.measured, entry])
      const { outcome, moves } = compareExecution(statement, { ...execution, measured })
      expect([outcome, moves[0]!.happened]).toEqual(['executed_as_said', supplied])
    }),
  )
})

test('law: of an older statement, which may count interest, no honest execution is called otherwise, and what is beyond its bounds is never as said', () => {
  const amounts = fc.tuple(
    fc.bigInt({ min: 10n ** 9n, max: 10n ** 24n }),
    fc.bigInt({ min: 0n, max: 10n ** 24n }),
    fc.bigInt({ min: 0n, max: 10n ** 24n }),
  )
  const [token, further] = tokens as [Address, Address]
  const outcomes = new Map<string, number>()
  fc.assert(
    fc.property(amounts, fc.boolean(), ([supplied, then, later], countsInterest) => {
      const stated = statementFor(interestOf(token, supplied, then))
      const gross = { ...stated.moves[0]!, atLeast: minimumOf(supplied + then, 50n) }
      const moves = countsInterest ? [gross] : stated.moves
      const older: Statement = { ...stated, moves, mayCountInterest: true }
      const followed = (amount: bigint, beside: readonly RawLog[] = []) => {
        const execution = executionOf([...interestOf(token, amount, later), ...beside])(older)
        const entry = { before: 10n ** 30n, after: 10n ** 30n + amount }
        const measured = new Map([...execution.measured, [balanceRead(token, vault).key, entry]])
        return compareExecution(older, { ...execution, measured }).outcome
      }
      const { atLeast } = older.moves[0]!
      const outcome = followed(supplied)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      expect(outcome).toBe(supplied >= atLeast ? 'executed_as_said' : 'undecided')
      expect(followed(atLeast / 2n)).toBe('undecided')
      // Of a token without interest nothing is left open.
      expect(followed(supplied, [transfer(further, vault, spender, 1n)])).toBe('executed_otherwise')
    }),
  )
  expect([...outcomes.keys()].toSorted()).toEqual(['executed_as_said', 'undecided'])
})

test('golden: a balance that a node does not give leaves the outcome open', () => {
  const statement = statementFor(swap)
  const execution = executionOf(swap)(statement)
  const measured = new Map(execution.measured)
  measured.delete(balanceRead(nativeAsset, vault).key)
  expect(compareExecution(statement, { ...execution, measured })).toMatchObject({
    outcome: 'undecided',
    differences: [{ code: 'balance_unread' }],
  })
})

test('refuses: a statement of a simulation that reverts', () => {
  const outcome = {
    status: 'reverted',
    revert: null,
    halt: null,
    failing: null,
    failingUnknown: null,
  }
  const simulation = { outcome, block, transfers: [], approvals: [] } as unknown
  const bounds = { ...subject, slippageBps: 50n }
  expect(statementOf(simulation as Parameters<typeof statementOf>[0], bounds)).toBeNull()
})
