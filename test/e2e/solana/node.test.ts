import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeBase64, type SvmAddress, vaultAddresses } from '@vaultwright/svm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSolanaWorld, type SolanaWorld } from '../../solana/world.ts'
import { askBeside, root, runBeside, scratch } from '../program.ts'

const folder = scratch()
const definition = join(root, 'fixtures/solana/solana-usd.yaml')
const transaction = join(folder, 'transaction.txt')
let world: SolanaWorld
let node: readonly string[]

beforeAll(async () => {
  world = await openSolanaWorld()
  node = ['--rpc-url', world.url]
})
afterAll(() => world.close())

const transfer = ['--set', 'token=USDC', '--set', 'recipient=treasury', '--set', 'amount=1.25']
const build = (...more: readonly string[]) =>
  [
    'action',
    'build',
    'spl_token/transfer',
    '--definition',
    definition,
    ...transfer,
    ...more,
  ] as const

type PlannedTransaction = { readonly serialized_transaction_base64: string }

test('law: what the authority signs of a plan puts the definition in force', async () => {
  const check = ['definition', 'check', definition, ...node]
  const before = await runBeside(check)
  expect(before.code).toBe(1)
  expect(before.out).toContain('No: 0 of 10 digests exist as the definition has them.')
  expect((await runBeside([...build(), ...node])).err).toContain('code: digest_missing')
  const plan = await askBeside(['solana', 'plan', definition, ...node])
  expect(plan.authority).toBe(world.people.authority)
  for (const {
    serialized_transaction_base64: base64,
  } of plan.transactions as PlannedTransaction[]) {
    expect(await world.execute(base64, ['authority'])).toMatchObject({ err: null })
  }
  const after = await runBeside(check)
  expect({ code: after.code, err: after.err }).toEqual({ code: 0, err: '' })
  expect(after.out).toContain('Yes: all 10 digests exist.')
  expect((await runBeside(['solana', 'plan', definition, ...node])).out).toContain('Nothing to do.')
})

test('law: a built transaction is verified, and does what its simulation said', async () => {
  const built = await runBeside([...build('--simulate', '--transaction', transaction), ...node])
  expect({ code: built.code, err: built.err }).toEqual({
    code: 0,
    err: expect.stringContaining(`wrote ${transaction}`),
  })
  expect(built.out).toContain('sends     1.25 USDC')
  const verify = ['solana', 'verify', `@${transaction}`, '--definition', definition, ...node]
  const verified = await runBeside([...verify, '--strict'])
  expect({ code: verified.code, err: verified.err }).toEqual({ code: 0, err: '' })
  expect(verified.out).toContain('Yes: the digests on the chain permit every call.')
  const { people, mints } = world
  const held = () => world.tokensOf(people.treasury, mints.usdc) ?? 0n
  const before = held()
  const base64 = readFileSync(transaction, 'utf8').trim()
  expect(await world.execute(base64, ['strategist'])).toMatchObject({ err: null })
  expect(held() - before).toBe(1_250_000n)
})

test('golden: an answer has the keys of the interface, and is read by verify and decode', async () => {
  const answer = await askBeside([...build('--simulate', '--tx-version', '1'), ...node])
  expect(answer).toMatchObject({
    target: world.program,
    simulation_status: true,
    token_transfers: [{ token: 'USDC', amount: '1.25', direction: 'out' }],
    action_api_response: { route: 'spl_token/transfer', version: 1, sub_account: 0 },
  })
  const file = join(folder, 'answer.json')
  writeFileSync(file, JSON.stringify({ data: answer }))
  const verdict = await askBeside(['solana', 'verify', `@${file}`, ...node])
  expect(verdict).toMatchObject({ ok: true, answer: 'yes', version: 1, missing_accounts: [] })
  expect(verdict.instructions[0]).toMatchObject({
    name: 'manage',
    manage: { status: 'permitted', free: ['bytes 1 to 9 of the data', 'account 0'] },
    inner: { name: 'transfer_checked', arguments: { amount: '1250000', decimals: '6' } },
  })
  const [call] = answer.action_api_response.calls
  expect(verdict.instructions[0].manage.cpi_digest).toBe(call.cpi_digest)
  const decoded = await askBeside(['solana', 'decode', `@${file}`])
  expect(decoded.instructions[0]).toEqual(
    Object.fromEntries(
      Object.entries(verdict.instructions[0]).filter(([name]) => name !== 'manage'),
    ),
  )
})

test('law: a digest that is closed is refused by build, verify and check, and stands in the history', async () => {
  const fewer = join(folder, 'fewer.yaml')
  const text = readFileSync(definition, 'utf8')
  writeFileSync(fewer, text.replace(/^.*spl_token\/wrap.*\n/m, ''))
  const plan = await askBeside(['solana', 'plan', fewer, '--prune', ...node])
  expect(plan.foreign).toHaveLength(1)
  const [{ cpi_digest: digest }] = plan.foreign
  for (const {
    serialized_transaction_base64: base64,
  } of plan.transactions as PlannedTransaction[]) {
    expect(await world.execute(base64, ['authority'])).toMatchObject({ err: null })
  }
  expect((await runBeside(['definition', 'check', definition, ...node])).code).toBe(1)
  expect((await runBeside(['definition', 'check', fewer, ...node])).code).toBe(0)
  const history = await askBeside(['solana', 'history', world.state, ...node])
  const closed = history.digests.filter((row: { closed: unknown }) => row.closed !== null)
  expect(closed).toMatchObject([
    { cpi_digest: digest, created: { authority: world.people.authority } },
  ])
  const open = await askBeside(['solana', 'history', definition, '--open', ...node])
  expect(open.digests).toHaveLength(9)
  const actions = await askBeside(['actions', 'list', '--definition', definition, ...node])
  expect(Object.keys(actions)).not.toContain('spl_token/wrap')
})

test('law: what the lint says of a vault is what it says of the same digests in a definition', async () => {
  const thin = join(folder, 'thin.yaml')
  writeFileSync(
    thin,
    `${readFileSync(definition, 'utf8')}  - { action: system/transfer, recipient: newcomer, operators: [] }\n`,
  )
  const plan = await askBeside(['solana', 'plan', thin, ...node])
  for (const {
    serialized_transaction_base64: base64,
  } of plan.transactions as PlannedTransaction[]) {
    expect(await world.execute(base64, ['authority'])).toMatchObject({ err: null })
  }
  const send = ['--set', 'recipient=newcomer', '--set', 'amount=0.1']
  const words = ['action', 'build', 'system/transfer', '--definition', thin, ...send, ...node]
  const { serialized_transaction_base64: base64 } = await askBeside(words)
  expect(await world.execute(base64, ['strategist'])).toMatchObject({ err: null })
  const ofFile = await askBeside(['solana', 'lint', thin, ...node])
  const onChain = await askBeside(['solana', 'lint', world.state, ...node])
  type Row = { cpi_digest: string; is_judged: boolean; findings: { code: string }[] }
  const judged = (onChain.digests as Row[]).filter((row) => row.is_judged)
  expect(judged).toHaveLength(2)
  for (const { cpi_digest: digest, findings } of judged) {
    const same = (ofFile.digests as Row[]).find((row) => row.cpi_digest === digest)
    const codesOf = (rows: Row['findings'] = []) => rows.map(({ code }) => code)
    expect(codesOf(same?.findings)).toEqual(expect.arrayContaining(codesOf(findings)))
  }
  expect(judged.flatMap(({ findings }) => findings.map(({ code }) => code))).toContain(
    'any_instruction',
  )
  const lint = ['solana', 'lint', thin, '--strategist', world.people.strategist]
  expect((await runBeside([...lint, '--fail-on', 'error'])).code).toBe(1)
  expect((await runBeside(lint)).out).toMatchSnapshot()
  const { out } = await runBeside([...lint, '--format', 'markdown'])
  expect(out).toMatch(/^- \*\*error\*\* `any_instruction`: /m)
})

test('golden: the state of a vault, and one of its actions', async () => {
  const { code, out } = await runBeside(['solana', 'state', world.state, ...node])
  expect(code).toBe(0)
  expect(out.replace(/^at slot .*\n/, '')).toMatchSnapshot()
  const action = ['actions', 'show', 'spl_token/transfer', '--definition', definition]
  const shown = await askBeside([...action, ...node])
  expect(shown.action.params.map(({ name }: { name: string }) => name)).toEqual([
    'sub_account',
    'token',
    'recipient',
    'amount',
  ])
})

test('refuses: a transaction whose call is another than the digest that it names', async () => {
  const bytes = Buffer.from(readFileSync(transaction, 'utf8').trim(), 'base64')
  const treasury = Buffer.from(bytes)
  const tag = treasury.indexOf(Buffer.from('0c', 'hex'), treasury.length - 60)
  treasury[tag] = 3
  const answer = await runBeside(['solana', 'verify', treasury.toString('base64'), ...node])
  expect(answer.code).toBe(1)
  expect(answer.out).toMatch(/No: the vault program would refuse it\./)
})

test.each([
  ['too_many_requests', 'state'],
  ['half_value', 'state'],
  ['node_behind', 'plan'],
  ['version_refused', 'history'],
] as const)(
  'refuses: a node that answers %s ends solana %s without an answer',
  async (kind, command) => {
    world.shim.fault({ kind })
    const outcome = await runBeside(['solana', command, definition, ...node])
    world.shim.clearFaults()
    expect({ code: outcome.code, out: outcome.out }).toEqual({ code: 4, out: '' })
    expect(outcome.err).toMatch(/code: \w+/)
  },
)

test('law: saved accounts give the verdict of the node, and fewer of them cannot say', async () => {
  const verify = ['solana', 'verify', `@${transaction}`] as const
  const { missing_accounts: needs } = await askBeside(verify)
  const accounts = (needs as SvmAddress[]).map((address) => {
    const { data, lamports, owner } = world.account(address)!
    const account = {
      lamports: String(lamports),
      owner,
      data_base64: encodeBase64(data),
      executable: false,
    }
    return { address, account }
  })
  const file = join(folder, 'accounts.json')
  writeFileSync(file, JSON.stringify({ data: { slot: '7', accounts } }))
  const saved = await askBeside([...verify, '--accounts', file])
  expect(saved).toEqual({ ...(await askBeside([...verify, ...node])), slot: 7 })
  writeFileSync(file, JSON.stringify({ slot: '7', accounts: accounts.slice(1) }))
  expect(await askBeside([...verify, '--accounts', file])).toMatchObject({ answer: 'cannot_say' })
})

test('refuses: a transaction of another vault than the definition', async () => {
  const otherFile = join(folder, 'other.yaml')
  const text = readFileSync(definition, 'utf8')
  const moved = text
    .replace(/^vault: .*$/m, `vault: ${vaultAddresses().state(4n)}`)
    .replace(/^vault_id: .*$/m, 'vault_id: 4')
  writeFileSync(otherFile, moved)
  const verify = ['solana', 'verify', `@${transaction}`, '--definition', otherFile, ...node]
  const { code, out } = await runBeside(verify)
  expect(code).toBe(1)
  expect(out).toContain('It calls another vault than Solana USD.')
})

test('refuses: a node of another cluster', async () => {
  const genesis = ['--genesis-hash', '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY']
  const outcome = await runBeside(['solana', 'state', world.state, ...node, ...genesis])
  expect(outcome).toMatchObject({ code: 4, out: '' })
  expect(outcome.err).toContain('code: wrong_genesis')
})

test('refuses: options of the other kind of vault, and a missing node', async () => {
  for (const [words, reason] of [
    [[...build(), '--block', '1'], '--block is not for a Solana vault.'],
    [[...build('--priority-fee', '5'), ...node], '--priority-fee does not go with version 0.'],
    [['solana', 'state', world.state], 'No Solana node is given.'],
    [['action', 'build', 'x/y', '--tree', 't.json', '--tx-version', '1'], 'is for a Solana vault'],
  ] as const) {
    const { code, err } = await runBeside(words)
    expect({ code, hasReason: err.includes(reason) }, err).toEqual({ code: 2, hasReason: true })
  }
})
