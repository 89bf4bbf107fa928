import { readFileSync } from 'node:fs'
import type { Address } from '@solana/kit'
import {
  createAssociatedTokenInstruction,
  decodeTokenAccount,
  type Operator,
  type SvmAccount,
  type SvmAddress,
  svmAddressOf,
  systemTransferInstruction,
  tokenProgram,
  viewDigestInstruction,
  writableAccount,
} from '@vaultwright/svm'
import { lintDigest, type SvmDigestFinding, svmTemplateOf } from '@vaultwright/svm-builder'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdingBytes } from '../world/account.ts'
import { openSolanaWorld, type SolanaWorld } from '../world.ts'
import {
  type Attempt,
  customError,
  permit,
  pinAccount,
  pinByte,
  pinSize,
  run,
  shownCall,
  transferOperators,
  usdcTransfer,
} from './attempt.ts'

let world: SolanaWorld
/** The accounts that the worst calls change, as they were. */
let before: ReadonlyMap<SvmAddress, SvmAccount>
const amount = 7_000_000n

beforeAll(async () => {
  world = await openSolanaWorld()
  const { people, mints, holding, subAccount, account } = world
  const { strategist } = people
  // The strategist has an account to receive into, and something to lose.
  world.put(holding(strategist, mints.usdc), {
    owner: tokenProgram,
    data: holdingBytes({ owner: strategist, mint: mints.usdc, amount }),
  })
  const owners = [subAccount(0), subAccount(1), strategist]
  const changed = [...owners, ...owners.map((owner) => holding(owner, mints.usdc))]
  before = new Map(changed.map((address) => [address, account(address)!]))
})
afterAll(() => world.close())

type Executed = {
  readonly finding: SvmDigestFinding
  readonly err: unknown
  /** True if the call had the effect that the finding names. */
  readonly isDone: boolean
}

/** Permits a call with thin operators, lints the digest, and sends every worst call to the same chain. */
async function executeFindings(meant: Attempt, route: string | null): Promise<readonly Executed[]> {
  const digestAddress = await permit(world, meant)
  const executed: Executed[] = []
  for (const finding of lint(meant, route)) {
    for (const [address, account] of before) world.put(address, account)
    const { innerCall, subAccount } = finding.worst
    const attempt = { innerCall, operators: meant.operators, subAccount, digestAddress }
    const { err } = await run(world, attempt)
    const effect = effects[`${route} ${finding.code}`] ?? effects[String(finding.facts.instruction)]
    executed.push({ finding, err, isDone: effect?.() ?? true })
  }
  return executed
}

function lint(attempt: Attempt, route: string | null) {
  const { program, vaultId, people } = world
  return lintDigest({
    operators: attempt.operators,
    call: shownCall(world, attempt),
    vault: { program, vaultId, subAccount: 0, strategist: people.strategist },
    template: route === null ? null : svmTemplateOf(route),
  })
}

const usdcAccount = (owner: SvmAddress) =>
  decodeTokenAccount(world.account(world.holding(owner, world.mints.usdc))!)

/** The effect of a transfer's worst call, by its instruction or by the finding that names it. */
const effects: Readonly<Record<string, () => boolean>> = {
  SetAuthority: () => usdcAccount(world.subAccount(0)).owner === world.people.strategist,
  ApproveChecked: () => usdcAccount(world.subAccount(0)).delegatedAmount > 0n,
  Assign: () => world.account(world.subAccount(0))!.owner === world.people.strategist,
  'spl_token/transfer recipient_free': () => usdcAccount(world.people.strategist).amount > amount,
  'spl_token/transfer signer_free': () => usdcAccount(world.people.strategist).amount < amount,
  'spl_token/transfer any_sub_account': () =>
    usdcAccount(world.subAccount(1)).amount < 100_000_000_000n,
  'system/transfer any_sub_account': () => world.lamportsOf(world.subAccount(1)) < 5_000_000_000n,
}

const codesOf = (executed: readonly Executed[]) => executed.map(({ finding }) => finding.code)
const transfer = () => usdcTransfer(world, world.people.treasury)

test.each<readonly [string, readonly Operator[], readonly string[]]>([
  [
    'no operator at all',
    [],
    [
      'any_instruction',
      'authority_free',
      'recipient_free',
      'signer_free',
      'any_sub_account',
      'any_length',
    ],
  ],
  [
    'two accounts and no byte of the instruction',
    [pinAccount(1), pinAccount(2)],
    ['any_instruction', 'signer_free', 'any_sub_account', 'any_length'],
  ],
  [
    'all but the instruction and the recipient',
    [pinAccount(1), pinAccount(3), pinSize],
    ['any_instruction', 'authority_free', 'recipient_free'],
  ],
  [
    'all but the recipient',
    [pinByte(0), pinAccount(1), pinAccount(3), pinSize],
    ['recipient_free'],
  ],
  ['all but the length', transferOperators.slice(0, -1), ['any_length']],
  ['what the template has', transferOperators, []],
])('law: what the lint names of a transfer executes: %s', async (_, operators, codes) => {
  const executed = await executeFindings({ innerCall: transfer(), operators }, 'spl_token/transfer')
  expect(codesOf(executed)).toEqual(codes)
  for (const { finding, err, isDone } of executed) {
    expect([finding.code, err, isDone]).toEqual([finding.code, null, true])
  }
})

test('law: what the lint names of a transfer of SOL executes', async () => {
  const { people, subAccount } = world
  const innerCall = systemTransferInstruction({
    source: subAccount(0),
    recipient: people.treasury,
    lamports: 1_000_000n,
  })
  const thin = await executeFindings({ innerCall, operators: [] }, 'system/transfer')
  expect(codesOf(thin)).toEqual([
    'any_instruction',
    'authority_free',
    'recipient_free',
    'signer_free',
    'any_sub_account',
    'any_length',
  ])
  expect(thin[0]!.finding.facts.instruction).toBe('Assign')
  expect(thin.map(({ err, isDone }) => [err, isDone])).toEqual(Array(6).fill([null, true]))
})

test('law: who a token account is created for, and who pays, are named where they are free', async () => {
  const { people, mints, subAccount } = world
  const innerCall = createAssociatedTokenInstruction({
    payer: subAccount(0),
    owner: people.newcomer,
    mint: mints.usdc,
    tokenProgram,
  })
  const route = 'associated_token/create'
  const operators = [pinByte(0), pinAccount(3), pinAccount(5), pinSize]
  const executed = await executeFindings({ innerCall, operators }, route)
  expect(codesOf(executed)).toEqual(['recipient_free', 'signer_free', 'any_sub_account'])
  // The account that is created follows from the owner, whom the template pins.
  expect(executed.find(({ finding }) => finding.code === 'signer_free')!.err).toBeNull()
  expect(lint({ innerCall, operators: svmTemplateOf(route)!.operators }, route)).toEqual([])
})

test('law: unusual flags and unknown programs are named, and their calls execute', async () => {
  const innerCall = transfer()
  const accounts = innerCall.accounts.map((account, index) =>
    index === 1 ? writableAccount(account.address) : account,
  )
  const unusual = await executeFindings(
    { innerCall: { ...innerCall, accounts }, operators: transferOperators },
    'spl_token/transfer',
  )
  expect(unusual.map(({ finding, err }) => [finding.code, err])).toEqual([['flags_unusual', null]])

  const unknown = svmAddressOf(new Uint8Array(32).fill(211))
  const file = new URL('../../../fixtures/solana/vault.so', import.meta.url)
  world.svm.addProgram(unknown as string as Address, readFileSync(file))
  const view = viewDigestInstruction(innerCall, [], unknown)
  const foreign = { ...view, accounts: view.accounts.slice(0, 1) }
  const executed = await executeFindings(
    { innerCall: foreign, operators: [pinByte(0, 8), pinSize] },
    null,
  )
  expect(executed.map(({ finding, err }) => [finding.code, err])).toEqual([
    ['any_sub_account', null],
    ['unknown_program', null],
  ])
})

test('refuses: what the operators pin is refused by the program, with or without its digest', async () => {
  const meant: Attempt = { innerCall: transfer(), operators: transferOperators }
  const digestAddress = await permit(world, meant)
  const stolen = { ...meant, innerCall: usdcTransfer(world, world.people.strategist) }
  expect(customError(await run(world, stolen))).toBe(3012)
  expect(customError(await run(world, { ...stolen, digestAddress }))).toBe(6008)
})
