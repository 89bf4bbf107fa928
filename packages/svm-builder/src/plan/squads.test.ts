import { readFileSync } from 'node:fs'
import {
  decodeTransaction,
  encodeTransaction,
  readSquadsCreate,
  type SvmAccount,
  type SvmAddress,
  squadsProgram,
  squadsVaultOf,
} from '@vaultwright/svm'
import { expect, test } from 'vitest'
import { squadsAccountOf } from '../../../../test/solana/support/squads-account.ts'
import {
  filledAddress,
  vaultSnapshot,
  withAbsent,
} from '../../../../test/solana/support/vault-snapshot.ts'
import { buildSvmTransaction } from '../build/build.ts'
import { buildReads } from '../build/reads.ts'
import { parseSvmDefinition } from '../definition/definition.ts'
import { permissionsOf } from '../permission/permission.ts'
import { verifySvmTransaction } from '../verify/verify.ts'
import { planOf, planReads } from './plan.ts'
import { squadsMessageOf, svmSquadsOf } from './squads.ts'

const vectors = JSON.parse(
  readFileSync(new URL('../../../../fixtures/solana/squads.json', import.meta.url), 'utf8'),
) as {
  readonly multisig: SvmAddress
  readonly creator: SvmAddress
  readonly multisig_accounts: readonly string[]
}
const { multisig, creator } = vectors
const vault = squadsVaultOf(multisig, 2)
const squads = { multisig, vaultIndex: 2, creator }
const multisigAccount: SvmAccount = {
  owner: squadsProgram,
  data: new Uint8Array(Buffer.from(vectors.multisig_accounts[0]!, 'hex')),
  lamports: 1n,
  executable: false,
}
const definition = parseSvmDefinition(`
kind: solana
name: Test
vault: FUJ5F5NogHqivFWTSAAiLtVQzBtjUDx3Aoqg46Whu9za
vault_id: 3
tokens:
  USDC: { mint: ${filledAddress(2)}, decimals: 6 }
accounts:
  treasury: ${filledAddress(8)}
permissions:
  - { action: spl_token/transfer, sub_account: [0, 1, 2, 3, 4, 5], token: USDC, recipient: treasury }
  - { action: system/transfer, sub_account: [0, 1, 2], recipient: treasury }
`)
const permissions = permissionsOf(definition)
const blockhash = filledAddress(5)

function snapshotOf(state: { authority?: SvmAddress; strategist?: SvmAddress }, missing: number) {
  const changes = permissions
    .slice(0, missing)
    .map(({ digestAddress }) => [digestAddress, null] as const)
  return vaultSnapshot(definition, { state, changes: [...changes, [multisig, multisigAccount]] })
}

/** The account that Squads' program makes of a proposal. */
function accountOf(base64: string, index: bigint): Uint8Array {
  const { message } = decodeTransaction(base64)
  const { transaction, ...facts } = readSquadsCreate(message!.instructions[0]!)!
  const { accounts } = transaction
  return squadsAccountOf({
    ...facts,
    index,
    accounts,
    instructions: transaction.message!.instructions,
  })
}

test('law: what a plan proposes is the plan of an authority that signs itself', () => {
  const snapshot = snapshotOf({ authority: vault }, permissions.length)
  expect(planReads(definition, [], squads)).toContain(multisig)
  const plain = planOf(definition, snapshot, { foreign: [], blockhash })
  const plan = planOf(definition, snapshot, { foreign: [], blockhash, squads })
  const callsOf = ({ transactions }: typeof plan) =>
    transactions.flatMap(({ instructions }) => instructions)
  expect(callsOf(plan)).toEqual(callsOf(plain))
  expect(plan.transactions.length).toBeGreaterThan(1)
  for (const [place, { base64, size, instructions, proposal }] of plan.transactions.entries()) {
    expect(size).toBeLessThanOrEqual(1232)
    const { feePayer, message } = decodeTransaction(base64)
    expect([feePayer, message!.instructions.length]).toEqual([creator, 2])
    expect(proposal!.index).toBe(42n + BigInt(place))
    // Whoever sends it is told where its calls will stand, and that nothing of the vault is called yet.
    const sent = verifySvmTransaction(base64, { snapshot, definition })
    expect(sent.answer).toBe('cannot_say')
    expect(sent.reasons.map(({ code }) => code)).toEqual(['no_manage', 'proposes', 'proposes'])
    expect(sent.reasons[1]!.message).toContain(proposal!.transactionAddress)
    // Members judge the account before they approve: every call follows from the definition.
    const verdict = verifySvmTransaction(accountOf(base64, proposal!.index), {
      snapshot,
      definition,
    })
    expect(verdict.squads).toMatchObject({ multisig, vaultIndex: 2, creator })
    expect(verdict.instructions.map(({ instruction }) => instruction.data)).toEqual(
      instructions.map(({ data }) => data),
    )
    expect(verdict.reasons.map(({ code }) => code)).toEqual([
      'no_manage',
      ...instructions.map(() => 'permission_wanted'),
    ])
  }
})

test('law: digests of a built transaction are those of the proposal of its calls', () => {
  const requests = [0, 1].map((subAccount) => ({
    route: 'spl_token/transfer',
    params: { sub_account: subAccount, token: 'USDC', recipient: 'treasury', amount: '1.25' },
  }))
  const snapshot = withAbsent(
    snapshotOf({ strategist: vault }, 0),
    buildReads(definition, requests),
  )
  const built = buildSvmTransaction({ definition, snapshot }, requests, {
    version: 0,
    lifetime: { kind: 'blockhash', blockhash, lastValidBlockHeight: 150n },
    computeUnitLimit: null,
    computeUnitPriceMicroLamports: 1_000n,
    priorityFeeLamports: null,
    lookupTables: [],
    computeBudget: true,
  })
  const target = svmSquadsOf(snapshot, squads)
  const { message, proposal } = squadsMessageOf(built.instructions, target, {
    lifetime: blockhash,
    place: 0,
  })
  const account = accountOf(encodeTransaction(message).base64, proposal.index)
  const verdict = verifySvmTransaction(account, { snapshot, definition })
  expect([verdict.answer, verdict.instructions.map(({ manage }) => manage?.status)]).toEqual([
    'yes',
    ['permitted', 'permitted'],
  ])
})

test('refuses: another authority, no member, a member that may not propose, and no multisig', () => {
  const options = { foreign: [], blockhash }
  const refuse = (text: string) =>
    expect.objectContaining({ code: 'squads_refused', shortMessage: expect.stringContaining(text) })
  const snapshot = snapshotOf({ authority: vault }, 1)
  expect(() => planOf(definition, snapshotOf({}, 1), { ...options, squads })).toThrow(
    refuse(`the authority is ${filledAddress(0x21)}`),
  )
  for (const [member, text] of [
    [filledAddress(1), 'has no member'],
    [filledAddress(0x64), 'does not let'],
  ] as const)
    expect(() =>
      planOf(definition, snapshot, { ...options, squads: { ...squads, creator: member } }),
    ).toThrow(refuse(text))
  const accounts = new Map(snapshot.accounts).set(multisig, null)
  expect(() => planOf(definition, { ...snapshot, accounts }, { ...options, squads })).toThrow(
    refuse('does not exist'),
  )
})
