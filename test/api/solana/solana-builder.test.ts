import { decodeBase64 } from '@vaultwright/svm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSolanaApi, type SolanaApi } from './solana-api.ts'

let solana: SolanaApi
beforeAll(async () => {
  solana = await openSolanaApi()
})
afterAll(() => solana.close())

const transfer = (amount: string, recipient = 'treasury', token = 'USDC') => ({
  token,
  recipient: solana.world.people[recipient as 'treasury'],
  amount,
})
const balanceOf = (person: 'treasury' | 'payroll') =>
  solana.world.tokensOf(solana.world.people[person], solana.world.mints.usdc)!

test('golden: the manifest has what digest accounts permit now, and nothing else', async () => {
  const { people, mints, shim } = solana.world
  const before = shim.requests()
  const { status, body } = await solana.get(solana.path('actions', people.strategist))
  expect(status).toBe(200)
  expect(shim.requests() - before).toBeLessThanOrEqual(2)
  expect(Object.keys(body).toSorted()).toEqual(['spl_token/transfer', 'system/transfer'])
  const choices = (name: string) =>
    body['spl_token/transfer'].params.find((one: { name: string }) => one.name === name).choices
  expect(choices('token')).toEqual([
    ['USDC', mints.usdc],
    ['XUSD', mints.xusd],
  ])
  expect(JSON.stringify(choices('recipient'))).toContain(people.treasury)
  expect(JSON.stringify(choices('recipient'))).not.toContain(people.payroll)
  expect(body['spl_token/transfer'].has_constraints).toBe(true)
})

test('golden: constraints are the permissions that exist, and 404 where every mix is permitted', async () => {
  const { people, mints } = solana.world
  const path = (route: string) =>
    solana.path('actions', `${people.strategist}/constraints/${route}`)
  const { status, body } = await solana.get(path('spl_token/transfer'))
  expect([status, body.route]).toEqual([200, 'spl_token/transfer'])
  expect(body.constraints).toContainEqual(
    expect.objectContaining({ token: mints.usdc, recipient: people.treasury }),
  )
  expect(body.constraints).toHaveLength(3)
  for (const route of ['system/transfer', 'kamino/deposit', 'no/route', 'constructor'])
    expect([route, (await solana.get(path(route))).status]).toEqual([route, 404])
})

test('law: what is built, signed with the test key and sent, changes balances as it says', async () => {
  const { world } = solana
  const before = balanceOf('treasury')
  const requests = world.shim.requests()
  const { status, body } = await solana.execute('spl_token/transfer', transfer('1.25'), {
    verbose: true,
  })
  expect(status).toBe(200)
  // Accounts with a blockhash, the simulation, and the genesis hash of the first question.
  expect(world.shim.requests() - requests).toBeLessThanOrEqual(3)
  expect(body).toMatchObject({
    target: world.program,
    description: expect.stringContaining('1.25 USDC'),
    simulation_status: true,
    simulation_gas_used: expect.any(Number),
    simulation_fee_lamports: expect.stringMatching(/^\d+$/),
    simulation_gas_cost_sol: expect.stringMatching(/^0\.00/),
    token_transfers: [
      {
        token: 'USDC',
        token_address: world.mints.usdc,
        amount: '1.25',
        raw_amount: '1250000',
        direction: 'out',
        dollar_value: null,
      },
    ],
  })
  expect(body.simulation_logs.join('\n')).toContain(`Program ${world.program} invoke [1]`)
  const report = body.action_api_response
  expect(report).toMatchObject({
    route: 'spl_token/transfer',
    protocol: 'spl_token',
    vault_id: '3',
    sub_account: 0,
    fee_payer: world.people.strategist,
    version: 0,
    nonce_account: null,
    lookup_tables: [],
  })
  expect(report.size_bytes).toBe(decodeBase64(body.serialized_transaction_base64).length)
  const used = body.simulation_gas_used
  expect(report.compute_unit_limit).toBe(Math.max(Math.ceil(used * 1.15), used + 1000))
  expect(report.calls[0].free).toContain('amount')
  await world.execute(body.serialized_transaction_base64, ['strategist'])
  expect(balanceOf('treasury') - before).toBe(1_250_000n)
})

test('golden: a recipient without a digest is a 400 with what creates it; then it is a 200', async () => {
  const { world, permissions } = solana
  const refused = await solana.execute('spl_token/transfer', transfer('2', 'payroll'))
  expect(refused.status).toBe(400)
  const { details } = refused.body.detail
  const permission = permissions.find(({ texts }) => texts.recipient === world.people.payroll)!
  expect(details).toMatchObject({
    code: 'digest_missing',
    digest: permission.digestHex,
    digest_address: permission.digestAddress,
    instruction: { program: world.program },
  })
  const { program, accounts, data_base64 } = details.instruction
  await world.send(
    [
      {
        program,
        accounts: accounts.map(
          (one: { address: string; is_signer: boolean; is_writable: boolean }) => ({
            address: one.address,
            isSigner: one.is_signer,
            isWritable: one.is_writable,
          }),
        ),
        data: decodeBase64(data_base64),
      },
    ],
    ['authority'],
  )
  const built = await solana.execute('spl_token/transfer', transfer('2', 'payroll'))
  expect([built.status, built.body.simulation_status]).toEqual([200, true])
  await world.revoke(permission.digest)
})

test('law: the strategist in the tail and in the vault alone build the same, and no slug in capitals', async () => {
  const { path, post, world } = solana
  const body = { params: transfer('3'), skip_sim: true }
  const tails = ['spl_token/transfer', `${world.people.strategist}/spl_token/transfer`]
  const targets = tails.flatMap((tail) => [
    path('execute', tail),
    path('execute', tail.replaceAll('/', '%2F')),
  ])
  const answers = await Promise.all(targets.map((target) => post(target, body)))
  expect(answers.map(({ status }) => status)).toEqual(targets.map(() => 200))
  const messages = answers.map(({ body: answer }) => answer.action_api_response.instructions)
  for (const message of messages) expect(message).toEqual(messages[0])
  expect(answers[0]!.body).toMatchObject({ simulation_skipped: true })
  expect(answers[0]!.body).not.toHaveProperty('simulation_status')
  const capital = path('execute', tails[0]!).replace('/solana/', '/SolanA/')
  expect((await post(capital, body)).status).toBe(422)
})

test('law: a batch runs all of its actions in their order, and reports each', async () => {
  const { world, batch } = solana
  const before = balanceOf('treasury')
  const actions = [
    { route: 'spl_token/transfer', params: transfer('1') },
    { route: 'system/transfer', params: { recipient: world.people.treasury, amount: '0.5' } },
    { route: 'spl_token/transfer', params: transfer('0.000001') },
  ]
  const { status, body } = await batch(actions, { verbose: true })
  expect([status, body.simulation_status, body.description]).toEqual([
    200,
    true,
    'Multiple actions execution',
  ])
  expect(body.action_api_response.map((one: { route: string }) => one.route)).toEqual(
    actions.map(({ route }) => route),
  )
  const amounts = body.token_transfers.map((one: { token: string; amount: string }) => [
    one.token,
    one.amount,
  ])
  expect(amounts).toEqual(
    expect.arrayContaining([
      ['USDC', '1.000001'],
      ['SOL', '0.5'],
    ]),
  )
  await world.execute(body.serialized_transaction_base64, ['strategist'])
  expect(balanceOf('treasury') - before).toBe(1_000_001n)
})

test('golden: a batch that is too large for version 0 fits into version 1', async () => {
  const actions = Array.from({ length: 24 }, (_, index) => ({
    route: 'spl_token/transfer',
    params: transfer(`0.00000${(index % 9) + 1}`),
  }))
  const refused = await solana.batch(actions)
  expect([refused.status, refused.body.detail?.details?.code]).toEqual([
    400,
    'transaction_too_large',
  ])
  const built = await solana.batch(actions, { options: { version: 1 } })
  expect([built.status, built.body.simulation_status]).toEqual([200, true])
  expect(built.body.action_api_response[0]).toMatchObject({ version: 1, lookup_tables: [] })
  await solana.world.execute(built.body.serialized_transaction_base64, ['strategist'])
})

test('golden: a simulation has a page, as HTML and as data, for whoever holds the link', async () => {
  const { body } = await solana.execute('spl_token/transfer', transfer('4'), { verbose: true })
  const { pathname } = new URL(body.simulator_simulation_url)
  const page = await solana.api.ask('GET', `${pathname}.json`)
  expect(page.body).toMatchObject({
    chain: 'solana',
    vault_address: solana.world.state,
    status: true,
    serialized_transaction_base64: body.serialized_transaction_base64,
    token_transfers: body.token_transfers,
    fee_lamports: body.simulation_fee_lamports,
  })
  expect(page.body.verify_command).toContain(body.serialized_transaction_base64)
})

test('golden: options choose fee, nonce-free lifetime and what stands for the compute budget', async () => {
  const options = { compute_unit_price_micro_lamports: '1000' }
  const priced = await solana.execute('spl_token/transfer', transfer('1'), { options })
  const { compute_unit_limit: limit } = priced.body.action_api_response
  const fee = 5_000n + (BigInt(limit) * 1_000n + 999_999n) / 1_000_000n
  expect(priced.body.simulation_fee_lamports).toBe(String(fee))
  const bare = await solana.execute('spl_token/transfer', transfer('1'), {
    options: { compute_budget: false },
  })
  expect(bare.body.action_api_response).toMatchObject({ compute_unit_limit: null })
  expect(bare.body.action_api_response.instructions).toHaveLength(1)
})

test('golden: accounts of the permissions, at one slot, with more that the caller names', async () => {
  const { world, permissions, definition } = solana
  const also = [world.people.payroll, world.people.treasury]
  const base = `/v1/vaults/solana/${world.state}/permissions`
  const { status, body } = await solana.get(`${base}?also=${also.join(',')}`)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ vault_address: world.state, definition })
  const byAddress = new Map(
    body.data.accounts.map((one: { address: string; account: unknown }) => [
      one.address,
      one.account,
    ]),
  )
  for (const address of also) expect(byAddress.get(address)).toMatchObject({ data_base64: '' })
  for (const { digestAddress, texts } of permissions)
    expect(byAddress.get(digestAddress) === null).toBe(texts.recipient === world.people.payroll)
})

test('golden: the history has the permissions that exist, and says when it is not all of it', async () => {
  const { world, permissions } = solana
  const base = `/v1/vaults/solana/${world.state}/permissions/history`
  const { status, body } = await solana.get(base)
  expect(status).toBe(200)
  const { digests, ...facts } = body.data
  expect(facts).toMatchObject({ vault_address: world.state, is_complete: true })
  type Row = { cpi_digest_address: string; created: { authority: string } | null; closed: unknown }
  const open = (digests as readonly Row[]).filter(({ closed }) => closed === null)
  const existing = permissions.filter(({ digestAddress }) => world.account(digestAddress) !== null)
  expect(new Set(open.map((row) => row.cpi_digest_address))).toEqual(
    new Set(existing.map(({ digestAddress }) => digestAddress)),
  )
  for (const { created } of open) expect(created?.authority).toBe(world.people.authority)
  const last = await solana.get(`${base}?transactions=1`)
  expect(last.body.data).toMatchObject({ transactions: 1, is_complete: false })
  for (const wrong of ['0', '201', 'x', '1.5']) {
    expect([wrong, (await solana.get(`${base}?transactions=${wrong}`)).status]).toEqual([
      wrong,
      422,
    ])
  }
})
