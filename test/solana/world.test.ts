import { address } from '@solana/kit'
import { getTransferCheckedInstruction } from '@solana-program/token'
import {
  cpiDigest,
  type Instruction,
  manageInstruction,
  type Operator,
  readonlyAccount,
  type SvmAddress,
  tokenProgram,
  vaultAddresses,
  writableAccount,
} from '@vaultwright/svm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSolanaWorld, type SolanaWorld } from './world.ts'

let world: SolanaWorld
beforeAll(async () => {
  world = await openSolanaWorld()
})
afterAll(() => world.close())

const operators: readonly Operator[] = [
  { kind: 'ingest_instruction', start: 0, length: 1 },
  { kind: 'ingest_account', index: 1 },
  { kind: 'ingest_account', index: 2 },
  { kind: 'ingest_account', index: 3 },
  { kind: 'ingest_instruction_data_size' },
]

function transferUsdc(recipient: SvmAddress, amount: bigint): Instruction {
  const { usdc } = world.mints
  const owner = world.subAccount(0)
  const source = world.holding(owner, usdc)
  const destination = world.holding(recipient, usdc)
  const { data } = getTransferCheckedInstruction({
    source: address(source),
    destination: address(destination),
    mint: address(usdc),
    authority: address(owner),
    amount,
    decimals: 6,
  })
  const accounts = [
    writableAccount(source),
    readonlyAccount(usdc),
    writableAccount(destination),
    // The sub-account is writable wherever `manage` names it.
    writableAccount(owner),
  ]
  return { program: tokenProgram, accounts, data: new Uint8Array(data) }
}

function manage(innerCall: Instruction): Instruction {
  const { program, vaultId, people } = world
  const digestAddress = vaultAddresses(program).cpiDigest(vaultId, cpiDigest(innerCall, operators))
  return manageInstruction({
    program,
    strategist: people.strategist,
    vaultId,
    subAccount: 0,
    digestAddress,
    innerCall,
  })
}

test('law: a permission exists from its creation by the authority to its end, and moves what it says', async () => {
  const { people, mints } = world
  const call = transferUsdc(people.treasury, 1_250_000n)
  const refused = await world.send([manage(call)], ['strategist'])
  expect(refused.err).toEqual({ InstructionError: [1, { Custom: 3012 }] })
  const digest = await world.permitCall(call, operators)
  const before = world.tokensOf(world.subAccount(0), mints.usdc)!
  const moved = await world.send([manage(call)], ['strategist'])
  expect(moved.err).toBeNull()
  expect(world.tokensOf(people.treasury, mints.usdc)).toBe(1_250_000n)
  expect(world.tokensOf(world.subAccount(0), mints.usdc)).toBe(before - 1_250_000n)
  expect((await world.revoke(digest)).err).toBeNull()
  const closed = await world.send([manage(call)], ['strategist'])
  expect(closed.err).toEqual({ InstructionError: [1, { Custom: 3012 }] })
})

test('refuses: a paused vault, a foreign strategist, a foreign authority', async () => {
  const { people, vaultId, program } = world
  const call = transferUsdc(people.treasury, 1n)
  await world.permitCall(call, operators)
  world.setState({ paused: true })
  expect((await world.send([manage(call)], ['strategist'])).err).toEqual({
    InstructionError: [1, { Custom: 6004 }],
  })
  world.setState({ paused: false, strategist: people.outsider })
  expect((await world.send([manage(call)], ['strategist'])).err).toEqual({
    InstructionError: [1, { Custom: 6006 }],
  })
  world.setState({ strategist: people.strategist, authority: people.outsider })
  const digest = new Uint8Array(32).fill(7)
  expect((await world.permit(operators, digest)).err).toEqual({
    InstructionError: [1, { Custom: 6006 }],
  })
  world.setState({ authority: people.authority })
  expect((await world.permit(operators, digest)).err).toBeNull()
  const address = vaultAddresses(program).cpiDigest(vaultId, digest)
  expect(world.account(address)?.owner).toBe(program)
})

test('law: the world is the same each time, and its people are public', async () => {
  const again = await openSolanaWorld()
  try {
    expect(again.people).toEqual(world.people)
    expect(again.mints).toEqual(world.mints)
    expect(again.state).toBe('FUJ5F5NogHqivFWTSAAiLtVQzBtjUDx3Aoqg46Whu9za')
    expect(again.subAccount(0)).toBe('CySAYJhRHAZNHRt1mUBVRWCRwn2g9nEgTCK6c8RHv8fU')
    expect(again.shareMint).toBe('y3Sjbo9K9pxTQWMcqDVhvYG98H6u77Y521n68H2Ne1Y')
  } finally {
    await again.close()
  }
})
