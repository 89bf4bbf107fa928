import {
  advanceNonceInstruction,
  computeUnitLimitInstruction,
  computeUnitPriceInstruction,
  createAssociatedTokenInstruction,
  type Instruction,
  type Message,
  type Operator,
  parseSvmAddress,
  readonlyAccount,
  signerAccount,
  svmBytesOf,
  syncNativeInstruction,
  systemProgram,
  systemTransferInstruction,
  tokenProgram,
  transferCheckedInstruction,
  writableAccount,
} from '@vaultwright/svm'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { SolanaWorld } from '../world.ts'
import { instructionsOf, permit, pinAccount, pinByte, pinSize, verdictOf } from './attempt.ts'
import { expectedHoldings, holdingsOf, rentIn } from './loss-model.ts'
import { putNonce, transactionOf } from './transaction.ts'

/** The counts of a run's verdicts. */
export type LossCount = {
  yes: number
  executed: number
  /** Of those that were executed, with a nonce in place of a blockhash. */
  durable: number
  other: number
}

/**
 * Makes random transactions, judges them, and sends each that gets a yes: the signer loses no more than the fee and
 * the rent that the verdict states, and the vault exactly what its described calls say.
 */
export async function checkLosses(world: SolanaWorld, runs: number): Promise<LossCount> {
  const count: LossCount = { yes: 0, executed: 0, durable: 0, other: 0 }
  const property = fc.asyncProperty(candidateOf(world), async (candidate) => {
    const { meant, sent, operators, isDurable } = candidate
    world.refurnish()
    const { strategist } = world.people
    const { nonce, nonceAccount } = putNonce(world, strategist)
    const advance = advanceNonceInstruction({ nonceAccount, authority: strategist })
    const beside = isDurable ? [advance, ...candidate.beside] : candidate.beside
    const change = isDurable ? { ...candidate.change, lifetime: nonce } : candidate.change
    const digestAddress = await permit(world, { innerCall: meant, operators, beside })
    const calls = instructionsOf(world, { innerCall: sent, operators, beside, digestAddress })
    const base64 = transactionOf(world, calls, change)
    const verdict = verdictOf(world, base64, { allowDurable: true })
    if (verdict.answer !== 'yes') {
      count.other += 1
      return
    }
    count.yes += 1
    const before = holdingsOf(world)
    const signer = world.lamportsOf(world.people.strategist)
    const { err } = await world.execute(base64)
    world.svm.expireBlockhash()
    if (err === null) count.executed += 1
    if (err === null && isDurable) count.durable += 1
    const lost = signer - world.lamportsOf(world.people.strategist)
    expect(lost).toBeLessThanOrEqual(verdict.fee!.totalLamports + rentIn(verdict))
    const after = err === null ? expectedHoldings(before, verdict, world) : before
    expect(holdingsOf(world)).toEqual(after)
  })
  await fc.assert(property, { numRuns: runs })
  return count
}

type Candidate = {
  /** The instruction that the permission was made for. */
  readonly meant: Instruction
  readonly sent: Instruction
  readonly operators: readonly Operator[]
  readonly beside: readonly Instruction[]
  readonly change: Partial<Message>
  readonly isDurable: boolean
}

function candidateOf(world: SolanaWorld): fc.Arbitrary<Candidate> {
  const { people } = world
  const party = fc.constantFrom(
    people.treasury,
    people.strategist,
    people.outsider,
    world.subAccount(0),
  )
  const terms = fc.record({
    to: party,
    from: party,
    amount: fc.bigInt({ min: 0n, max: 9_000_000n }),
  })
  const parts = fc.record({
    kind: fc.nat(6),
    terms: fc.tuple(terms, fc.option(terms, { nil: null, freq: 1 })),
    pins: pinChoice,
    beside: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.constantFrom(...besideOf(world)).map((each) => [each]) },
    ),
    budget,
    change: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: version1 }),
    isDurable: fc.nat(4).map((number) => number === 0),
  })
  return parts.map(({ kind, terms: [first, second], pins, ...fields }) => {
    const meant = callOf(world, kind, first)
    return {
      meant,
      sent: second === null ? meant : callOf(world, kind, second),
      operators: operatorsOf(meant, pins),
      beside: [...fields.beside, ...fields.budget],
      change: fields.change,
      isDurable: fields.isDurable,
    }
  })
}

type Terms = {
  readonly to: SolanaWorld['state']
  readonly from: SolanaWorld['state']
  readonly amount: bigint
}

function callOf(world: SolanaWorld, kind: number, { to, from, amount }: Terms): Instruction {
  const { usdc, wsol } = world.mints
  const authority = world.subAccount(0)
  const source = world.holding(authority, usdc)
  const token = (data: readonly number[], ...accounts: Instruction['accounts'][number][]) => ({
    program: tokenProgram,
    accounts: [...accounts, signerAccount(authority)],
    data: Uint8Array.from(data),
  })
  const amountBytes = [...new Uint8Array(new BigUint64Array([amount]).buffer)]
  switch (kind) {
    case 0:
      return transferCheckedInstruction({
        tokenProgram,
        source,
        mint: usdc,
        recipient: world.holding(to, usdc),
        authority,
        amount,
        decimals: 6,
      })
    case 1:
      return systemTransferInstruction({ source: from, recipient: to, lamports: amount })
    case 2:
      return token([4, ...amountBytes], writableAccount(source), readonlyAccount(to))
    case 3:
      return token([6, 2, 1, ...svmBytesOf(to)], writableAccount(source))
    case 4:
      return token([9], writableAccount(world.holding(authority, wsol)), writableAccount(to))
    case 5:
      return token(
        [3, ...amountBytes],
        writableAccount(source),
        writableAccount(world.holding(to, usdc)),
      )
    default:
      return createAssociatedTokenInstruction({ payer: from, owner: to, mint: wsol, tokenProgram })
  }
}

type PinChoice = { readonly kind: 'all' | 'but' | 'these'; readonly operators: readonly Operator[] }

const operator = fc.oneof(
  fc
    .record({ start: fc.nat(4), length: fc.nat(12) })
    .map(({ start, length }) => pinByte(start, length)),
  fc.nat(3).map(pinAccount),
  fc.constant(pinSize),
)

/** Most digests pin everything but amounts, some lack a few pins, and some have what chance says. */
const pinChoice: fc.Arbitrary<PinChoice> = fc.record({
  kind: fc.constantFrom('all', 'all', 'all', 'but', 'these'),
  operators: fc.array(operator, { maxLength: 4 }),
})

function operatorsOf(
  { program, data, accounts }: Instruction,
  pins: PinChoice,
): readonly Operator[] {
  const head = data[0] === 6 ? data.length : program === systemProgram ? 4 : 1
  const all = [pinByte(0, head), ...accounts.map((_, index) => pinAccount(index)), pinSize]
  const chosen = { all, but: all.slice(pins.operators.length), these: pins.operators }[pins.kind]
  return chosen.filter((each) =>
    each.kind === 'ingest_account'
      ? each.index < accounts.length
      : each.kind !== 'ingest_instruction' || each.start + each.length <= data.length,
  )
}

const price = fc.oneof(
  { weight: 3, arbitrary: fc.bigInt({ min: 0n, max: 100_000n }) },
  { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 30_000_000_000n }) },
)

const budget = fc.oneof(
  fc.constant([]),
  price.map((each) => [computeUnitPriceInstruction(each)]),
  fc
    .tuple(price, fc.integer({ min: 30_000, max: 1_500_000 }))
    .map(([each, units]) => [
      computeUnitLimitInstruction(units),
      computeUnitPriceInstruction(each),
    ]),
)

const version1 = fc.bigInt({ min: 0n, max: 12_000_000n }).map((priorityFeeLamports) => ({
  version: 1 as const,
  config: {
    priorityFeeLamports,
    computeUnitLimit: 400_000,
    loadedAccountsBytes: 64 * 1024 * 1024,
    heapBytes: null,
  },
}))

/** The instructions that may stand beside the call, with and without a signature. */
function besideOf(world: SolanaWorld): readonly Instruction[] {
  const { people, mints } = world
  const { strategist: source, outsider, newcomer } = people
  const tokenAccount = world.holding(world.subAccount(0), mints.wsol)
  const verifier = parseSvmAddress('Ed25519SigVerify111111111111111111111111111')
  const create = { payer: source, owner: newcomer, tokenProgram }
  return [
    systemTransferInstruction({ source, recipient: outsider, lamports: 1_000_000n }),
    syncNativeInstruction({ tokenProgram, tokenAccount }),
    createAssociatedTokenInstruction({ ...create, mint: mints.usdc }),
    createAssociatedTokenInstruction({ ...create, mint: mints.wsol }),
    { program: verifier, accounts: [], data: Uint8Array.of(0, 0) },
    { program: verifier, accounts: [], data: Uint8Array.of(255, 0) },
    { program: world.program, accounts: [], data: new Uint8Array(8) },
  ]
}
