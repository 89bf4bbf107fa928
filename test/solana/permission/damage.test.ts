import {
  encodeTransaction,
  type Instruction,
  type Message,
  parseSvmAddress,
  readonlyAccount,
  type SvmAddress,
  type SvmVaultState,
  systemProgram,
  systemTransferInstruction,
  vaultAddresses,
} from '@vaultwright/svm'
import type { SvmVerdict } from '@vaultwright/svm-builder'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runsOf } from '../../support/runs.ts'
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

let world: SolanaWorld
let meant: Attempt
let digestAddress: SvmAddress
beforeAll(async () => {
  world = await openSolanaWorld()
  meant = { innerCall: usdcTransfer(world, world.people.treasury), operators: transferOperators }
  digestAddress = await permit(world, meant)
})
afterAll(() => world.close())

function transactionOf(
  instructions: readonly Instruction[],
  change: Partial<Message> = {},
): string {
  return encodeTransaction({
    version: 0,
    feePayer: world.people.strategist,
    lifetime: world.svm.latestBlockhash(),
    instructions,
    config: null,
    lookupTables: [],
    ...change,
  }).base64
}

/** Signs with every key of the world and sends; whether the vault's program or the network refused it. */
async function isRefused(base64: string): Promise<boolean> {
  const { err, logs } = await world.execute(base64)
  world.svm.expireBlockhash()
  // Where a program that the vault called fails, the vault's fails after it: it had permitted the call.
  return err !== null && logs.filter((line) => / failed: /.test(line)).length < 2
}

const call = () => instructionsOf(world, meant)[0]!
/** A call whose digest does not pin the sub-account. */
async function looseCall(): Promise<Instruction> {
  const loose = { ...meant, operators: transferOperators.filter((_, index) => index !== 3) }
  await permit(world, loose)
  return instructionsOf(world, loose)[0]!
}

const withAccounts = (instruction: Instruction, index: number, change: object): Instruction => ({
  ...instruction,
  accounts: instruction.accounts.map((account, place) =>
    place === index ? { ...account, ...change } : account,
  ),
})

/** A transaction that the network refuses, and the one rule of the verdict that says so. */
type DamageCase = {
  readonly code: string
  readonly transaction: () => string | Promise<string>
  readonly state?: Partial<SvmVaultState>
}

const cases: readonly DamageCase[] = [
  { code: 'vault_paused', transaction: () => transactionOf([call()]), state: { paused: true } },
  {
    code: 'strategist_differs',
    transaction: () =>
      transactionOf([withAccounts(call(), 0, { address: world.people.outsider })], {
        feePayer: world.people.outsider,
      }),
  },
  {
    code: 'strategist_does_not_sign',
    transaction: () =>
      transactionOf([withAccounts(call(), 0, { isSigner: false })], {
        feePayer: world.people.outsider,
      }),
  },
  {
    code: 'digest_missing',
    transaction: () => {
      const innerCall = usdcTransfer(world, world.people.payroll)
      return transactionOf(instructionsOf(world, { ...meant, innerCall }))
    },
  },
  {
    code: 'digest_differs',
    transaction: () => {
      const innerCall = usdcTransfer(world, world.people.payroll)
      return transactionOf(instructionsOf(world, { ...meant, innerCall, digestAddress }))
    },
  },
  {
    code: 'digest_unreadable',
    transaction: () =>
      transactionOf(instructionsOf(world, { ...meant, digestAddress: world.state })),
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
      return transactionOf(instructionsOf(world, { ...meant, digestAddress: address }))
    },
  },
  {
    code: 'sub_account_differs',
    transaction: async () =>
      transactionOf([withAccounts(await looseCall(), 2, { address: world.subAccount(1) })]),
  },
  {
    code: 'sub_account_readonly',
    transaction: async () => {
      const loose = await looseCall()
      const accounts = loose.accounts.map((account) =>
        account.address === world.subAccount(0) ? readonlyAccount(account.address) : account,
      )
      return transactionOf([{ ...loose, accounts }])
    },
  },
  {
    code: 'call_unreadable',
    transaction: () => transactionOf([call(), { ...call(), data: call().data.slice(0, -1) }]),
  },
  {
    code: 'call_unreadable',
    transaction: () =>
      transactionOf([call(), { ...call(), accounts: call().accounts.slice(0, 4) }]),
  },
  {
    code: 'instruction_unreadable',
    transaction: () =>
      transactionOf([
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
      transactionOf([call(), { program: world.program, accounts: [], data: new Uint8Array(8) }]),
  },
  {
    code: 'budget_unreadable',
    transaction: () =>
      transactionOf([
        call(),
        {
          program: parseSvmAddress('ComputeBudget111111111111111111111111111111'),
          accounts: [],
          data: Uint8Array.of(2, 0),
        },
      ]),
  },
]

/** The answer of a verifier that has lost a rule. */
function answerWithout({ reasons }: SvmVerdict, code: string): SvmVerdict['answer'] {
  const left = reasons.filter((reason) => reason.code !== code)
  if (left.some(({ weight }) => weight === 'no')) return 'no'
  return left.some(({ weight }) => weight === 'open') ? 'cannot_say' : 'yes'
}

test('law: a permitted call is a yes, and the program permits it', async () => {
  const base64 = transactionOf([call()])
  expect(verdictOf(world, base64).answer).toBe('yes')
  expect((await world.execute(base64)).err).toBeNull()
  world.svm.expireBlockhash()
})

test.each(cases)(
  'law: without its rule $code the verdict would be a yes for what the network refuses',
  async ({ code, transaction, state = {} }) => {
    const before = world.vaultState()
    world.setState(state)
    try {
      const base64 = await transaction()
      const verdict = verdictOf(world, base64)
      expect(await isRefused(base64)).toBe(true)
      expect([verdict.answer, verdict.reasons.map((reason) => reason.code)]).toEqual([
        'no',
        expect.arrayContaining([code]),
      ])
      expect(answerWithout(verdict, code)).toBe('yes')
    } finally {
      world.setState(before)
    }
  },
)

test('law: no yes for what the network refuses, whatever is damaged', async () => {
  const addresses = [
    world.state,
    digestAddress,
    world.people.payroll,
    world.people.strategist,
    world.people.authority,
    world.subAccount(0),
    world.subAccount(1),
    world.holding(world.people.payroll, world.mints.usdc),
    vaultAddresses(world.program).config,
    systemProgram,
    world.program,
  ]
  const edit = fc.oneof(
    fc.record({ kind: fc.constant('byte' as const), index: fc.nat(30), value: fc.nat(255) }),
    fc.record({ kind: fc.constant('cut' as const), index: fc.nat(30) }),
    fc.record({
      kind: fc.constant('account' as const),
      index: fc.nat(8),
      address: fc.constantFrom(...addresses),
    }),
    fc.record({
      kind: fc.constant('flags' as const),
      index: fc.nat(8),
      isSigner: fc.boolean(),
      isWritable: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('drop' as const), index: fc.nat(8) }),
    fc.record({ kind: fc.constant('append' as const), address: fc.constantFrom(...addresses) }),
    fc.record({ kind: fc.constant('beside' as const), address: fc.constantFrom(...addresses) }),
  )
  const people = new Set<SvmAddress>(Object.values(world.people))
  const answers: string[] = []
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 3 }), async (edits) => {
      const beside: Instruction[] = []
      let damaged = call()
      for (const each of edits) {
        if (each.kind === 'beside') {
          const source = world.people.strategist
          beside.push(systemTransferInstruction({ source, recipient: each.address, lamports: 0n }))
        } else if (each.kind === 'byte') {
          const index = each.index % damaged.data.length
          damaged = { ...damaged, data: damaged.data.with(index, each.value) }
        } else if (each.kind === 'cut') damaged = { ...damaged, data: damaged.data.slice(0, -1) }
        else if (each.kind === 'append') {
          const accounts = [...damaged.accounts, readonlyAccount(each.address)]
          damaged = { ...damaged, accounts }
        } else if (each.kind === 'drop') {
          damaged = {
            ...damaged,
            accounts: damaged.accounts.filter((_, index) => index !== each.index),
          }
        } else damaged = withAccounts(damaged, each.index, partOf(each))
      }
      const base64 = encoded([...beside, damaged])
      if (base64 === null) return
      const { answer, reasons, transaction } = verdictOf(world, base64)
      const signers = transaction.accounts.filter(({ isSigner }) => isSigner)
      fc.pre(signers.every(({ address }) => people.has(address)))
      const refused = await isRefused(base64)
      answers.push(answer)
      const codes = reasons.map(({ code }) => code)
      if (refused) expect([answer, codes]).not.toEqual(['yes', codes])
      // What it refuses, the network refuses, but for signatures that no digest checks.
      else if (!codes.includes('own_signature')) expect([answer, codes]).not.toEqual(['no', codes])
    }),
    { numRuns: runsOf(1) },
  )
  expect(answers).toContain('no')
})

type AccountEdit = {
  readonly kind: string
  readonly index: number
  readonly address?: SvmAddress
  readonly isSigner?: boolean
  readonly isWritable?: boolean
}

function partOf({ address, isSigner = false, isWritable = false }: AccountEdit): object {
  return address === undefined ? { isSigner, isWritable } : { address }
}

/** Null for what has no form: a called program that is written. */
function encoded(instructions: readonly Instruction[]): string | null {
  try {
    return transactionOf(instructions)
  } catch {
    return null
  }
}
