import {
  computeUnitLimitInstruction,
  type Instruction,
  parseSvmAddress,
  readonlyAccount,
  type SvmAddress,
  type SvmVaultState,
  systemProgram,
} from '@vaultwright/svm'
import type { SvmVerdict } from '@vaultwright/svm-builder'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSolanaWorld, type SolanaWorld } from '../world.ts'
import {
  type Attempt,
  instructionsOf,
  permit,
  pinAccount,
  transferOperators,
  usdcTransfer,
  verdictOf,
} from './attempt.ts'
import { isRefused, transactionOf, withChange } from './transaction.ts'

let world: SolanaWorld
let meant: Attempt
let digestAddress: SvmAddress
beforeAll(async () => {
  world = await openSolanaWorld()
  meant = { innerCall: usdcTransfer(world, world.people.treasury), operators: transferOperators }
  digestAddress = await permit(world, meant)
})
afterAll(() => world.close())

const call = () => instructionsOf(world, meant)[0]!

/** A call whose digest does not pin the sub-account. */
async function looseCall(): Promise<Instruction> {
  const loose = { ...meant, operators: transferOperators.filter((_, index) => index !== 3) }
  await permit(world, loose)
  return instructionsOf(world, loose)[0]!
}

/** A transaction that the network refuses, and the one rule of the verdict that says so. */
type DamageCase = {
  readonly code: string
  readonly transaction: () => string | Promise<string>
  readonly state?: Partial<SvmVaultState>
}

const cases: readonly DamageCase[] = [
  {
    code: 'vault_paused',
    transaction: () => transactionOf(world, [call()]),
    state: { paused: true },
  },
  {
    code: 'strategist_differs',
    transaction: () =>
      transactionOf(world, [withChange(call(), 0, { address: world.people.outsider })], {
        feePayer: world.people.outsider,
      }),
  },
  {
    code: 'strategist_does_not_sign',
    transaction: () =>
      transactionOf(world, [withChange(call(), 0, { isSigner: false })], {
        feePayer: world.people.outsider,
      }),
  },
  {
    code: 'digest_missing',
    transaction: () => {
      const innerCall = usdcTransfer(world, world.people.payroll)
      return transactionOf(world, instructionsOf(world, { ...meant, innerCall }))
    },
  },
  {
    code: 'digest_differs',
    transaction: () => {
      const innerCall = usdcTransfer(world, world.people.payroll)
      return transactionOf(world, instructionsOf(world, { ...meant, innerCall, digestAddress }))
    },
  },
  {
    code: 'digest_unreadable',
    transaction: () =>
      transactionOf(world, instructionsOf(world, { ...meant, digestAddress: world.state })),
  },
  {
    code: 'operators_do_not_fit',
    transaction: async () => {
      const stored = [...transferOperators, pinAccount(4)]
      const innerCall = {
        ...meant.innerCall,
        accounts: [...meant.innerCall.accounts, readonlyAccount(systemProgram)],
      }
      const address = await permit(world, { innerCall, operators: stored })
      return transactionOf(world, instructionsOf(world, { ...meant, digestAddress: address }))
    },
  },
  {
    code: 'sub_account_differs',
    transaction: async () =>
      transactionOf(world, [withChange(await looseCall(), 2, { address: world.subAccount(1) })]),
  },
  {
    code: 'sub_account_readonly',
    transaction: async () => {
      const loose = await looseCall()
      const accounts = loose.accounts.map((account) =>
        account.address === world.subAccount(0) ? readonlyAccount(account.address) : account,
      )
      return transactionOf(world, [{ ...loose, accounts }])
    },
  },
  {
    code: 'sub_account_owned',
    transaction: () => {
      const address = world.subAccount(0)
      const { lamports, data } = world.account(address)!
      world.put(address, { owner: world.program, data, lamports })
      return transactionOf(world, [call()])
    },
  },
  {
    code: 'call_unreadable',
    transaction: () =>
      transactionOf(world, [call(), { ...call(), data: call().data.slice(0, -1) }]),
  },
  {
    code: 'call_unreadable',
    transaction: () =>
      transactionOf(world, [call(), { ...call(), accounts: call().accounts.slice(0, 4) }]),
  },
  {
    code: 'instruction_unreadable',
    transaction: () =>
      transactionOf(world, [
        call(),
        {
          program: world.program,
          accounts: [],
          data: Uint8Array.of(0xde, 0xe5, 0x1d, 0x58, 0x90, 0x65, 0x3d, 0x4f),
        },
      ]),
  },
  {
    code: 'admin_instruction',
    transaction: () =>
      transactionOf(world, [
        call(),
        { program: world.program, accounts: [], data: new Uint8Array(8) },
      ]),
  },
  {
    code: 'budget_unreadable',
    transaction: () =>
      transactionOf(world, [
        call(),
        {
          program: parseSvmAddress('ComputeBudget111111111111111111111111111111'),
          accounts: [],
          data: Uint8Array.of(2, 0),
        },
      ]),
  },
  {
    code: 'budget_repeated',
    transaction: () =>
      transactionOf(world, [
        call(),
        computeUnitLimitInstruction(300_000),
        computeUnitLimitInstruction(300_000),
      ]),
  },
]

/** The answer of a verifier that has lost a rule. */
function answerWithout({ reasons }: SvmVerdict, code: string): SvmVerdict['answer'] {
  // The lint only keeps a permission that is too wide from being a yes.
  const left = reasons.filter((reason) => ![code, 'permission_dangerous'].includes(reason.code))
  if (left.some(({ weight }) => weight === 'no')) return 'no'
  return left.some(({ weight }) => weight === 'open') ? 'cannot_say' : 'yes'
}

test('law: a permitted call is a yes, and the program permits it', async () => {
  const base64 = transactionOf(world, [call()])
  expect(verdictOf(world, base64).answer).toBe('yes')
  expect((await world.execute(base64)).err).toBeNull()
  world.svm.expireBlockhash()
})

test.each(cases)(
  'law: without its rule $code the verdict would be a yes for what the network refuses',
  async ({ code, transaction, state = {} }) => {
    const before = world.vaultState()
    const actor = world.account(world.subAccount(0))!
    world.setState(state)
    try {
      const base64 = await transaction()
      const verdict = verdictOf(world, base64)
      expect(await isRefused(world, base64)).toBe(true)
      expect([verdict.answer, verdict.reasons.map((reason) => reason.code)]).toEqual([
        'no',
        expect.arrayContaining([code]),
      ])
      expect(answerWithout(verdict, code)).toBe('yes')
    } finally {
      world.setState(before)
      world.put(world.subAccount(0), actor)
    }
  },
)
