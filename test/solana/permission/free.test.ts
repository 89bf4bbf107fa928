import { type Instruction, tokenProgram, writableAccount } from '@vaultwright/svm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runsOf } from '../../support/runs.ts'
import { holdingBytes, testKey } from '../world/account.ts'
import { openSolanaWorld, type SolanaWorld } from '../world.ts'
import {
  type Attempt,
  customError,
  digestOf,
  permit,
  pinAccount,
  pinByte,
  pinSize,
  run,
  usdcTransfer,
} from './attempt.ts'

let world: SolanaWorld
/** Another token account of the sub-account, and another mint's. */
let otherStates: readonly SolanaWorld['state'][]
beforeAll(async () => {
  world = await openSolanaWorld()
  const second = (await testKey('second holding')).address as string as SolanaWorld['state']
  world.put(second, {
    owner: tokenProgram,
    data: holdingBytes({
      owner: world.subAccount(0),
      mint: world.mints.usdc,
      amount: 1_000_000_000n,
    }),
  })
  otherStates = [
    second,
    world.mints.wsol,
    world.holding(world.people.payroll, world.mints.usdc),
    world.subAccount(1),
  ]
})
afterAll(() => world.close())

/** A change of one part of a transfer, and whether it still is a transfer that the token program makes. */
const edits = [
  { part: 'amount', pinnedBy: pinByte(1, 8), index: 1, isSound: true },
  { part: 'decimals', pinnedBy: pinByte(9), index: 9, isSound: false },
  { part: 'instruction', pinnedBy: pinByte(0), index: 0, isSound: false },
  ...['source', 'mint', 'recipient', 'authority'].map((part, index) => ({
    part,
    pinnedBy: pinAccount(index),
    index,
    isSound: part === 'source' || part === 'recipient',
  })),
  { part: 'length', pinnedBy: pinSize, index: 0, isSound: true },
] as const

function edited(
  call: Instruction,
  { part, index }: (typeof edits)[number],
  amount: number,
): Instruction {
  if (part === 'length') return { ...call, data: Uint8Array.from([...call.data, 0]) }
  if (part === 'amount' || part === 'decimals' || part === 'instruction') {
    return { ...call, data: call.data.with(index, part === 'amount' ? amount : 7) }
  }
  const accounts = call.accounts.map((account, place) =>
    place === index ? writableAccount(otherStates[index]!) : account,
  )
  return { ...call, accounts }
}

test('law: what is free can be changed and executes, what is pinned fails by 6008 or 3012', async () => {
  const names = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(edits.map(({ pinnedBy }) => pinnedBy)),
      fc.constantFrom(...edits),
      fc.integer({ min: 1, max: 255 }),
      async (operators, edit, amount) => {
        const innerCall = usdcTransfer(world, world.people.treasury, { amount: 1_000n })
        const meant: Attempt = { innerCall, operators }
        const digestAddress = await permit(world, meant)
        const change: Attempt = { innerCall: edited(innerCall, edit, amount), operators }
        const isPinned = operators.includes(edit.pinnedBy)
        const isSame = change.innerCall.data.every((byte, index) => byte === innerCall.data[index])
        fc.pre(!(edit.part === 'amount' && isSame))
        // Another mint is another flag too: it is not written elsewhere in the transaction.
        const sent = await run(world, { ...change, digestAddress })
        names.add(`${edit.part} ${isPinned ? 'pinned' : 'free'}`)
        if (isPinned) {
          expect(customError(sent)).toBe(6008)
          // Its own digest may have been permitted by an earlier round.
          const { digestAddress } = digestOf(world, change)
          if (world.account(digestAddress) === null)
            expect(customError(await run(world, change))).toBe(3012)
          return
        }
        if (edit.isSound) expect([edit.part, sent.err]).toEqual([edit.part, null])
        // The token program refuses it; the vault's did not.
        else expect([edit.part, customError(sent) ?? 0]).not.toEqual([edit.part, 6008])
        const inside = `Program ${tokenProgram} invoke [2]`
        expect(sent.logs.includes(inside)).toBe(true)
      },
    ),
    { numRuns: runsOf(0.4) },
  )
  expect(names.size).toBeGreaterThan(Math.min(8, runsOf(0.1)) / 2)
})
