import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ask, root, run, scratch } from '../program.ts'

const folder = scratch()
const tree = join(root, 'fixtures/chain/trees/local-eth-main-3.json')
const calls = JSON.parse(readFileSync(join(root, 'fixtures/calls/local-eth-supply.json'), 'utf8'))
const weth = calls[0].target
const tokenOptions = ['--decimals', `${weth}=18:WETH`]
const supply = (amount: string) => ['--set', `asset=${weth}`, '--set', `amount=${amount}`]
const batch = join(folder, 'batch.json')
writeFileSync(
  batch,
  JSON.stringify([
    { route: 'aave_v3/supply', params: { asset: 'WETH', amount: '25' } },
    { route: 'aave_v3/withdraw', params: { asset: weth, amount: 'max' } },
  ]),
)

describe('actions list', () => {
  test('default', () => {
    const { code, out, err } = run(['actions', 'list', tree, ...tokenOptions])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('aave_v3/supply *')
    const manifest = ask(['actions', 'list', tree, ...tokenOptions])
    expect(Object.keys(manifest)).toContain('aave_v3/supply')
    expect(Object.keys(manifest['aave_v3/supply'])).toEqual([
      'name',
      'protocol',
      'protocol_app_url',
      'description',
      'has_constraints',
      'params',
    ])
    expect(manifest['aave_v3/supply'].params.at(-1)).toEqual({
      name: 'amount',
      type: 'Decimal',
      description: 'How much to supply',
      required: false,
      default_value: null,
      choices: null,
      min_value: null,
      max_value: null,
      omitToUseAll: true,
      acceptRawString: false,
      unit: 'asset',
      example: '1.5',
    })
  })

  test('behavior: a definition gives tree, accounts, drones and names', () => {
    const definition = join(root, 'fixtures/definitions/local-eth.yaml')
    const words = ['--definition', definition, '--strategist', 'main']
    const listed = ask(['actions', 'list', ...words])
    const shown = ask(['actions', 'show', 'aave_v3/supply', ...words])
    expect(shown.action).toEqual(listed['aave_v3/supply'])
    expect(run(['actions', 'show', tree]).code).toBe(2)
  })

  test('behavior: a lock file of one chain says which chain it is', () => {
    const lock = join(root, 'fixtures/definitions/vaultwright.lock.json')
    const words = ['actions', 'list', tree, '--lock', lock]
    expect(ask(words)).toEqual(ask([...words, '--chain-id', '31337']))
  })

  test('error: NoOwnerError for a tree that does not state its vault', () => {
    const { metadata, ...fields } = JSON.parse(readFileSync(tree, 'utf8'))
    const { BoringVaultAddress: vault, ...metadataFields } = metadata
    const bare = join(folder, 'bare.json')
    writeFileSync(bare, JSON.stringify({ metadata: metadataFields, ...fields }))
    const { code, err } = run(['actions', 'list', bare])
    expect(code).toBe(3)
    expect(err).toContain('--vault')
    const list = ask(['actions', 'list', bare, '--vault', vault])
    expect(list).toEqual(ask(['actions', 'list', tree]))
  })
})

describe('actions show', () => {
  test('default', () => {
    const { code, out } = run(['actions', 'show', tree, 'aave_v3/supply', ...tokenOptions])
    expect(code).toBe(0)
    expect(out).toContain('what goes together')
    const { constraints, action } = ask(['actions', 'show', tree, 'aave_v3/supply'])
    expect(action.has_constraints).toBe(true)
    expect(constraints).toHaveLength(3)
  })

  test('error: RouteNotPermittedError is a no, an unknown route is not', () => {
    const absent = run(['actions', 'show', tree, 'aave_v3/set_e_mode'])
    expect(absent).toMatchObject({ code: 1, out: '' })
    expect(absent.err).toContain('setUserEMode(uint8)')
    const unknown = run(['actions', 'show', tree, 'aave_v3/suply'])
    expect(unknown.code).toBe(3)
    expect(unknown.err).toContain('aave_v3/supply')
  })
})

describe('action build', () => {
  test('default: the calls that were written by hand', () => {
    const words = [
      'action',
      'build',
      'aave_v3/supply',
      '--tree',
      tree,
      ...supply('25'),
      ...tokenOptions,
    ]
    const { code, out, err } = run(words)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^Supply 25 WETH to 0x/)
    const built = ask(words)
    expect(out).toContain('Approve 25 WETH for ')
    expect(Object.keys(built)).toEqual([
      'encoded_tx_data',
      'target',
      'description',
      'root',
      'action_api_response',
      'simulation_skipped',
    ])
    expect(out).toContain(`\n${built.encoded_tx_data}\n`)
    expect(built).toMatchObject({
      description: expect.stringMatching(/^Supply 25 WETH/),
      simulation_skipped: true,
    })
    const builtCalls = built.action_api_response.calls
    expect(
      builtCalls.map(({ target, data, value }: (typeof calls)[0]) => ({ target, data, value })),
    ).toEqual(calls)
  })

  test('behavior: a batch, its Safe file and its evidence, the same bytes each time', () => {
    const [safe, evidence] = [join(folder, 'safe.json'), join(folder, 'evidence.json')]
    const words = ['action', 'build', '--file', batch, '--tree', tree, ...tokenOptions]
    const files = [
      '--chain-id',
      '31337',
      '--now',
      '1750000000',
      '--safe',
      safe,
      '--evidence',
      evidence,
    ]
    const built = ask([...words, ...files, '--quiet'])
    expect(built.description).toBe('Multiple actions execution')
    expect(built.action_api_response).toHaveLength(2)
    const first = [safe, evidence].map((file) => readFileSync(file, 'utf8'))
    expect(JSON.parse(first[0]!).transactions[0]).toMatchObject({
      to: built.target,
      data: built.encoded_tx_data,
      value: '0',
    })
    run([...words, ...files])
    expect([safe, evidence].map((file) => readFileSync(file, 'utf8'))).toEqual(first)
    const verified = run(['calldata', 'verify', '--evidence', evidence])
    expect(verified.code, verified.err).toBe(0)
    expect(run(['calldata', 'verify', built.encoded_tx_data, '--tree', tree]).code).toBe(0)
  })

  test('behavior: what runs inside a flash loan is shown under the number of its call', () => {
    const file = join(folder, 'loan.json')
    const amounts = { asset: weth, amount: '2' }
    const actions = ['supply', 'withdraw'].map((name) => ({
      route: `aave_v3/${name}`,
      params: amounts,
    }))
    const loan = { token: weth, amount: '2', actions }
    writeFileSync(file, JSON.stringify([{ route: 'balancer_v2/flash_loan', params: loan }]))
    const words = ['action', 'build', '--file', file, '--tree', tree, ...tokenOptions]
    const refused = run(words)
    expect(refused).toMatchObject({ code: 3, out: '' })
    expect(refused.err).toContain('--manager-tree')
    const { code, out } = run([...words, '--manager-tree', tree])
    expect(code).toBe(0)
    expect(out.match(/^ *[\d.]+ {2}(Flash|Approve|Supply|Withdraw)/gm)).toEqual([
      '  0  Flash',
      '0.0  Approve',
      '0.1  Supply',
      '0.2  Withdraw',
    ])
    expect(out.match(/of the Manager's own tree/g)).toHaveLength(3)
    const definition = join(root, 'fixtures/definitions/local-eth.yaml')
    const command = ['action', 'build', '--file', file, '--definition', definition]
    expect(run([...command, '--strategist', 'main']).out).toContain('\n0.2  Withdraw')
    const safe = join(folder, 'loan-safe.json')
    run([...words, '--manager-tree', tree, '--chain-id', '31337', '--safe', safe])
    expect(JSON.parse(readFileSync(safe, 'utf8')).meta.description).toMatch(
      /^Flash loan of 2 WETH \(inside: Approve 2 WETH for .*; Supply 2 WETH to .*; Withdraw 2 WETH from .*\)$/,
    )
  })

  test('behavior: everything that is wrong is named at once, and nothing is written', () => {
    const file = join(folder, 'never.json')
    const words = ['action', 'build', 'aave_v3/supply', '--tree', tree, '--safe', file]
    const { code, out, err } = run([...words, '--set', 'amount=1e5', '--set', 'referral=1'])
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(err).toContain('params.referral')
    expect(err).toContain('params.asset')
    expect(err).toContain('params.amount')
    expect(existsSync(file)).toBe(false)
  })

  test('error: ShapeError for a number of which JSON would lose digits in silence', () => {
    const file = join(folder, 'long.json')
    const withAmount = (amount: string) =>
      writeFileSync(
        file,
        `[{"route":"aave_v3/supply","params":{"asset":"WETH","amount":${amount}}}]`,
      )
    const words = ['action', 'build', '--file', file, '--tree', tree, ...tokenOptions]
    withAmount('0.10000000000000000001')
    expect(run(words)).toMatchObject({ code: 3, out: '' })
    withAmount('"0.100000000000000001"')
    expect(run(words).out).toContain('Approve 0.100000000000000001 WETH')
    withAmount('0.5')
    expect(run(words).code).toBe(0)
  })

  test('error: DuplicateKeyError for a parameter that stands twice in a file', () => {
    const file = join(folder, 'twice.json')
    const params = `{"asset":"${weth}","amount":"1","amount":"2"}`
    writeFileSync(file, `[{"route":"aave_v3/supply","params":${params}}]`)
    const { code, out, err } = run([
      'action',
      'build',
      '--file',
      file,
      '--tree',
      tree,
      ...tokenOptions,
    ])
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(err).toContain('code: duplicate_key')
  })

  test('refuses: a call and a recipient that are not permitted end alike, and what cannot be read otherwise', () => {
    const words = ['action', 'build', 'erc_20/transfer', '--tree', tree, '--set', `token=${weth}`]
    const to = (value: string) =>
      run([...words, '--set', 'amount=1', '--set', `to=${value}`, ...tokenOptions])
    const unpermitted = to(`0x${'1'.repeat(40)}`)
    expect(unpermitted).toMatchObject({ code: 1, out: '' })
    expect(unpermitted.err).toContain('is not permitted')
    expect(run(['action', 'build', 'aave_v3/set_e_mode', '--tree', tree]).code).toBe(1)
    expect(to('nobody')).toMatchObject({ code: 3, out: '' })
    expect(to('nobody').err).toContain('give --chain, --definition or --lock')
    const unknown = run(['action', 'build', 'aave_v3/suply', '--tree', tree])
    expect(unknown.err).toContain('Did you mean aave_v3/supply?')
  })

  test('behavior: where one file cannot be made, none is written', () => {
    const [calldata, safe] = [join(folder, 'none.hex'), join(folder, 'none.json')]
    const words = [
      'action',
      'build',
      'aave_v3/supply',
      '--tree',
      tree,
      ...supply('1'),
      ...tokenOptions,
    ]
    const files = ['--calldata', calldata, '--safe', safe]
    expect(run([...words, ...files])).toMatchObject({ code: 2, out: '' })
    expect(run([...words, ...files, '--chain-id', 'local', '--from', '0x12']).code).toBe(3)
    expect([calldata, safe].filter((file) => existsSync(file))).toEqual([])
    expect(run([...words, ...files, '--chain-id', 'local']).code).toBe(0)
  })

  test('behavior: decimals that are said by hand do not hide that a token wants a reset', () => {
    const definition = join(folder, 'usdt.yaml')
    const [vault, manager, decoder] = ['4', '2', '3'].map((digit) => `'0x${digit.repeat(40)}'`)
    const entry = '{ protocol: aave_v3, actions: [supply], pool: Aave v3 Core, asset: USDT }'
    writeFileSync(
      definition,
      `name: T\nchains: { mainnet: { vault: ${vault}, manager: ${manager}, decoders: { default: ${decoder} }, strategists: { main: { permissions: [${entry}] } } } }\n`,
    )
    const words = ['action', 'build', 'aave_v3/supply', '--definition', definition]
    const built = ask([...words, '--set', 'amount=5'])
    expect(built.action_api_response.calls[0].description).toMatch(/^Take back the allowance/)
    const byHand = ['--decimals', '0xdAC17F958D2ee523a2206206994597C13D831ec7=6:USDT']
    expect(ask([...words, '--set', 'amount=5', ...byHand])).toEqual(built)
  })

  test('behavior: what only the chain could tell is asked for', () => {
    const { code, err } = run([
      'action',
      'build',
      'aave_v3/supply',
      '--tree',
      tree,
      '--set',
      `asset=${weth}`,
    ])
    expect(code).toBe(3)
    expect(err).toContain('--rpc-url')
  })

  test('error: UsageError for words that contradict each other', () => {
    const words = ['action', 'build', '--tree', tree]
    expect(run(words).code).toBe(2)
    expect(run([...words, 'aave_v3/supply', '--file', batch]).code).toBe(2)
    expect(run([...words, '--file', batch, '--set', 'a=1']).code).toBe(2)
    expect(run([...words, 'aave_v3/supply', '--set', 'amount']).code).toBe(2)
    expect(run([...words, 'aave_v3/supply', '--set', 'a=1', '--set', 'a=2']).code).toBe(2)
    expect(run([...words, 'aave_v3/supply', '--simulate']).code).toBe(2)
    expect(run(['action', 'build', 'aave_v3/supply']).code).toBe(2)
    const twice = ['--decimals', `${weth}=6`]
    expect(run([...words, 'aave_v3/supply', ...supply('1'), ...tokenOptions, ...twice]).code).toBe(
      2,
    )
    const lock = ['--lock', join(root, 'fixtures/definitions/vaultwright.lock.json')]
    const wrong = run([...words, 'aave_v3/supply', ...supply('1'), ...twice, ...lock])
    expect(wrong).toMatchObject({ code: 2, out: '' })
    expect(wrong.err).toContain('18 are known of it')
    const refusedRun = run([...words, 'aave_v3/supply', '--strategist', 'lending'])
    expect(refusedRun).toMatchObject({ code: 2, out: '' })
    expect(refusedRun.err).toContain('a tree is given')
    expect(run([...words, 'aave_v3/supply', ...supply('1'), '--decimals', 'WETH=18']).code).toBe(2)
  })
})
