import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  cpiDigest,
  encodeOperators,
  type Instruction,
  manageInstruction,
  type Operator,
  readonlyAccount,
  systemProgram,
  vaultAddresses,
  writableAccount,
} from '@vaultwright/svm'
import { expect, test } from 'vitest'
import { canRun } from '../../support/skip-unless.ts'
import { closeDigestCall, discriminatorOf, initializeDigestCall } from '../world/instruction.ts'
import { openSolanaWorld, type SolanaWorld } from '../world.ts'
import { link } from './link.mjs'

const committed = readFileSync(new URL('../../../fixtures/solana/vault.so', import.meta.url))
const operators: readonly Operator[] = [
  { kind: 'ingest_instruction', start: 0, length: 4 },
  { kind: 'noop' },
  { kind: 'ingest_account', index: 1 },
  { kind: 'ingest_instruction_data_size' },
]

/** The result of every way to use the program, each in the words of a node. */
async function behaviourOf(programBytes: Uint8Array, layout: 336 | 368) {
  const world = await openSolanaWorld({
    programBytes,
    state: layout === 336 ? { layout, shareMover: null } : {},
  })
  try {
    return await performAll(world)
  } finally {
    await world.close()
  }
}

async function performAll(world: SolanaWorld) {
  const { people, vaultId, program, state } = world
  const vault = { program, vaultId, authority: people.authority }
  const results: Record<string, unknown> = {}
  const run = async (
    name: string,
    call: Instruction,
    person: 'strategist' | 'authority' | 'outsider',
  ) => {
    const { err, logs } = await world.send([call], [person])
    results[name] = { err, logs: logs.filter((line) => !line.includes('consumed')) }
  }
  const pay = payment(world, 5_000_000n)
  const digest = cpiDigest(pay, operators)
  const manage = manageOf(world, pay)
  await run('manage before', manage, 'strategist')
  await run(
    'initialize by another',
    initializeDigestCall({ ...vault, authority: people.outsider }, digest, operators),
    'outsider',
  )
  await run('initialize', initializeDigestCall(vault, digest, operators), 'authority')
  await run('initialize again', initializeDigestCall(vault, digest, operators), 'authority')
  await run('manage', manage, 'strategist')
  await run('another amount', manageOf(world, payment(world, 6_000_000n), digest), 'strategist')
  await run(
    'another recipient',
    manageOf(world, payment(world, 5_000_000n, 'payroll'), digest),
    'strategist',
  )
  await run(
    'longer data',
    manageOf(world, { ...pay, data: Uint8Array.of(...pay.data, 0) }, digest),
    'strategist',
  )
  await run(
    'another strategist',
    {
      ...manage,
      accounts: manage.accounts.map((meta, index) =>
        index === 0 ? { ...meta, address: people.outsider } : meta,
      ),
    },
    'outsider',
  )
  await run('too few accounts', { ...manage, accounts: manage.accounts.slice(0, 4) }, 'strategist')
  await run('a wrong length', { ...manage, data: manage.data.slice(0, -1) }, 'strategist')
  await run('an unknown instruction', { ...manage, data: new Uint8Array(8).fill(9) }, 'strategist')
  await run(
    'a state of other seeds',
    {
      ...manage,
      accounts: manage.accounts.map((meta, index) =>
        index === 1 ? readonlyAccount(people.treasury) : meta,
      ),
    },
    'strategist',
  )
  await run('view', viewCall(world, pay), 'strategist')
  await run(
    'rate',
    {
      program,
      accounts: [readonlyAccount(state)],
      data: Uint8Array.of(...discriminatorOf('get_rate'), ...idOf(vaultId)),
    },
    'strategist',
  )
  world.setState({ paused: true })
  await run('manage while paused', manage, 'strategist')
  world.setState({ paused: false })
  await run(
    'close by another',
    closeDigestCall({ ...vault, authority: people.outsider }, digest),
    'outsider',
  )
  await run('close', closeDigestCall(vault, digest), 'authority')
  await run('manage after', manage, 'strategist')
  return {
    results,
    treasury: world.lamportsOf(people.treasury),
    digest: Buffer.from(digest).toString('base64'),
  }
}

function payment(
  world: SolanaWorld,
  amount: bigint,
  to: 'treasury' | 'payroll' = 'treasury',
): Instruction {
  const data = Buffer.alloc(12)
  data.writeUInt32LE(2, 0)
  data.writeBigUInt64LE(amount, 4)
  const accounts = [writableAccount(world.subAccount(0)), writableAccount(world.people[to])]
  return { program: systemProgram, accounts, data: new Uint8Array(data) }
}

function manageOf(
  { program, vaultId, people }: SolanaWorld,
  innerCall: Instruction,
  digest = cpiDigest(innerCall, operators),
) {
  const digestAddress = vaultAddresses(program).cpiDigest(vaultId, digest)
  return manageInstruction({
    program,
    strategist: people.strategist,
    vaultId,
    subAccount: 0,
    digestAddress,
    innerCall,
  })
}

function viewCall({ program }: SolanaWorld, call: Instruction): Instruction {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(call.data.length)
  const data = Uint8Array.of(
    ...discriminatorOf('view_cpi_digest'),
    ...length,
    ...call.data,
    ...encodeOperators(operators),
  )
  return { program, accounts: [readonlyAccount(call.program), ...call.accounts], data }
}

function idOf(vaultId: bigint): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(vaultId)
  return bytes
}

const custom = (code: number) => ({ InstructionError: [1, { Custom: code }] })

test.each([368, 336] as const)(
  'golden: the program of a state of %i bytes answers as its interface says',
  async (layout) => {
    const { results, treasury, digest } = await behaviourOf(committed, layout)
    const errors = Object.fromEntries(
      Object.entries(results).map(([name, result]) => [name, (result as { err: unknown }).err]),
    )
    expect(errors).toEqual({
      'manage before': custom(3012),
      'initialize by another': custom(6006),
      initialize: null,
      'initialize again': custom(0),
      manage: null,
      'another amount': null,
      'another recipient': custom(6008),
      'longer data': custom(6008),
      'another strategist': custom(6006),
      'too few accounts': custom(3005),
      'a wrong length': custom(102),
      'an unknown instruction': custom(101),
      'a state of other seeds': custom(3012),
      view: null,
      rate: null,
      'manage while paused': custom(6004),
      'close by another': custom(6006),
      close: null,
      'manage after': custom(3012),
    })
    expect(treasury).toBe(1_000_000_000n + 11_000_000n)
    const logs = (name: string) => (results[name] as { logs: readonly string[] }).logs.join('\n')
    expect(logs('view')).toContain(digest)
    const rate = Buffer.alloc(8)
    rate.writeBigUInt64LE(1_012_345n)
    expect(logs('rate')).toContain(rate.toString('base64'))
  },
)

const compiler = findClang()
test.runIf(
  canRun(compiler !== null, 'clang is not on the PATH, so the program is not built again'),
)('law: the program built again does what the committed one does', async () => {
  const built = build()
  for (const layout of [368, 336] as const) {
    expect(await behaviourOf(built, layout)).toEqual(await behaviourOf(committed, layout))
  }
})

function findClang(): string | null {
  try {
    const targets = execFileSync('clang', ['--print-targets'], { encoding: 'utf8', stdio: 'pipe' })
    return targets.includes('bpfel') ? 'clang' : null
  } catch {
    return null
  }
}

function build(): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-program-'))
  try {
    const object = join(folder, 'vault.o')
    const flags =
      '-target bpfel -mcpu=v2 -Oz -ffreestanding -fno-builtin -fno-jump-tables -nostdlib'
    const source = join(import.meta.dirname, 'vault.c')
    execFileSync('clang', [...flags.split(' '), '-c', source, '-o', object], { stdio: 'pipe' })
    return link(readFileSync(object))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('refuses: an object that is not for this machine', () => {
  expect(() => link(Buffer.alloc(64))).toThrow('not an object file for BPF')
})
