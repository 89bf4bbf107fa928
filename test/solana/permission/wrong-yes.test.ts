import {
  type AccountMeta,
  type Instruction,
  type Message,
  readonlyAccount,
  type SvmAddress,
  systemProgram,
  systemTransferInstruction,
  vaultAddresses,
  WritableProgramError,
} from '@vaultwright/svm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runsOf } from '../../support/runs.ts'
import { openSolanaWorld, type SolanaWorld } from '../world.ts'
import {
  type Attempt,
  instructionsOf,
  permit,
  transferOperators,
  usdcTransfer,
  verdictOf,
} from './attempt.ts'
import { isRefused, putTable, transactionOf, withChange } from './transaction.ts'

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
const config = {
  priorityFeeLamports: null,
  computeUnitLimit: 400_000,
  loadedAccountsBytes: 64 * 1024 * 1024,
  heapBytes: null,
}

const versions = ['0', '0 with a table', '1'] as const

test('law: no yes for what the network refuses, whatever is damaged', async () => {
  const table = putTable(world, [
    world.state,
    world.holding(world.people.treasury, world.mints.usdc),
    world.mints.usdc,
    digestAddress,
    world.subAccount(0),
  ])
  const changes: Readonly<Record<(typeof versions)[number], Partial<Message>>> = {
    0: {},
    '0 with a table': { lookupTables: [table] },
    1: { version: 1, config },
  }
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
    fc.asyncProperty(
      fc.array(edit, { maxLength: 3 }),
      fc.constantFrom(...versions),
      async (edits, version) => {
        const beside: Instruction[] = []
        let damaged = call()
        for (const each of edits) {
          if (each.kind === 'beside') {
            const source = world.people.strategist
            beside.push(
              systemTransferInstruction({ source, recipient: each.address, lamports: 0n }),
            )
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
          } else damaged = withChange(damaged, each.index, partOf(each))
        }
        const base64 = encoded([...beside, damaged], changes[version])
        if (base64 === null) return
        const { answer, reasons, transaction } = verdictOf(world, base64)
        const signers = transaction.accounts.filter(({ isSigner }) => isSigner)
        fc.pre(signers.every(({ address }) => people.has(address)))
        const refused = await isRefused(world, base64)
        answers.push(answer)
        if (edits.length === 0) expect([version, answer, refused]).toEqual([version, 'yes', false])
        const codes = reasons.map(({ code }) => code)
        if (refused) expect([answer, codes]).not.toEqual(['yes', codes])
        // What it refuses, the network refuses, but for signatures that no digest checks.
        else if (!codes.includes('own_signature'))
          expect([answer, codes]).not.toEqual(['no', codes])
      },
    ),
    { numRuns: runsOf(0.5) },
  )
  expect(answers).toContain('no')
})

type AccountEdit = { readonly kind: string; readonly index: number } & Partial<AccountMeta>

function partOf({
  address,
  isSigner = false,
  isWritable = false,
}: AccountEdit): Partial<AccountMeta> {
  return address === undefined ? { isSigner, isWritable } : { address }
}

/** Null for what has no form: a called program that is written. */
function encoded(instructions: readonly Instruction[], change: Partial<Message>): string | null {
  try {
    return transactionOf(world, instructions, change)
  } catch (error) {
    if (!(error instanceof WritableProgramError)) throw error
    return null
  }
}
