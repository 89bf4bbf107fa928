import {
  nativeMint,
  type SvmAccount,
  type SvmAddress,
  svmAddressOf,
  svmBytesOf,
  systemProgram,
  token2022Program,
} from '@vaultwright/svm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSolanaApi, type SolanaApi } from './solana-api.ts'

let solana: SolanaApi
beforeAll(async () => {
  solana = await openSolanaApi()
})
afterAll(() => solana.close())

const route = 'spl_token/transfer'
const noData = new Uint8Array(0)
/** A TLV entry of a Token-2022 mint: kind, length, nothing. */
const nonTransferable = [9, 0, 0, 0]

type AccountName = 'state' | 'mint' | 'xusd' | 'holding' | 'digest'
type AccountChange = (account: SvmAccount) => Partial<SvmAccount>

const gone: AccountChange = () => ({ owner: systemProgram, data: noData, lamports: 0n })
const foreign: AccountChange = () => ({ owner: systemProgram })
const short: AccountChange = ({ data }) => ({ data: data.slice(0, 20) })
const byte =
  (index: number, value: number): AccountChange =>
  ({ data }) => ({ data: data.map((one, place) => (place === index ? value : one)) })

const changes: readonly (readonly [AccountName, string, AccountChange, number, string | null])[] = [
  ['state', 'gone', gone, 404, null],
  ['state', 'of another program', foreign, 400, 'foreign_account'],
  ['state', 'too short', short, 400, 'unknown_layout'],
  ['state', 'zeros', ({ data }) => ({ data: data.map(() => 0) }), 400, 'unknown_layout'],
  ['mint', 'gone', gone, 400, 'mint_differs'],
  ['mint', 'of another program', foreign, 400, 'mint_differs'],
  ['mint', 'too short', short, 400, 'mint_differs'],
  ['mint', 'of Token-2022', () => ({ owner: token2022Program }), 400, 'mint_differs'],
  ['mint', 'of other decimals', byte(44, 9), 400, 'mint_differs'],
  [
    'xusd',
    'not to be transferred',
    ({ data }) => ({ data: Uint8Array.from([...data, ...nonTransferable]) }),
    400,
    'mint_extension_refused',
  ],
  ['holding', 'gone', gone, 400, 'token_account_missing'],
  ['holding', 'too short', short, 400, 'unknown_layout'],
  ['holding', 'frozen', byte(108, 2), 400, 'token_account_unusable'],
  ['digest', 'gone', gone, 400, 'digest_missing'],
  [
    'digest',
    'lamports alone',
    () => ({ owner: systemProgram, data: noData }),
    400,
    'digest_missing',
  ],
  ['digest', 'of another program', foreign, 400, 'digest_operators_differ'],
  ['digest', 'too short', short, 400, 'digest_operators_differ'],
]

test.each(changes)('refuses: a %s that is %s', async (name, _, change, status, code) => {
  const { world, path, get } = solana
  const address = addressOf(name)
  const account = world.account(address)!
  world.put(address, { ...account, ...change(account) })
  try {
    const answer = await build(name === 'xusd' ? 'XUSD' : 'USDC')
    expect([answer.status, answer.body.detail?.details?.code ?? null]).toEqual([status, code])
    const listed = await get(path('actions', world.people.strategist))
    expect(listed.status).toBe(name === 'state' ? status : 200)
  } finally {
    world.put(address, account)
  }
})

test('golden: a durable nonce of the strategist stands in place of a blockhash', async () => {
  const { world } = solana
  const nonce = svmAddressOf(new Uint8Array(32).fill(9))
  const value = new Uint8Array(32).fill(3)
  const built = async (authority: SvmAddress) => {
    const data = Uint8Array.from([1, 0, 0, 0, 1, 0, 0, 0, ...svmBytesOf(authority), ...value])
    world.put(nonce, {
      owner: systemProgram,
      data: Uint8Array.from([...data, ...new Uint8Array(8)]),
    })
    return build('USDC', { nonce_account: nonce })
  }
  const { status, body } = await built(world.people.strategist)
  expect([status, body.action_api_response]).toMatchObject([
    200,
    {
      nonce_account: nonce,
      recent_blockhash: svmAddressOf(value),
      last_valid_block_height: null,
    },
  ])
  // AdvanceNonce comes first.
  expect(body.action_api_response.instructions[0].data_base64).toBe('BAAAAA==')
  const refused = await built(world.people.treasury)
  expect(refused.body.detail.details.code).toBe('nonce_account_refused')
})

test('refuses: a nonce account and a lookup table that do not exist, or are another account', async () => {
  const missing = svmAddressOf(new Uint8Array(32).fill(8))
  const codes = await Promise.all(
    [
      { nonce_account: missing },
      { nonce_account: nativeMint },
      { lookup_tables: [missing] },
      { lookup_tables: [solana.world.people.treasury] },
    ].map(async (options) => {
      const { status, body } = await build('USDC', options)
      return [status, body.detail.details.code]
    }),
  )
  expect(codes).toEqual([
    [400, 'nonce_account_refused'],
    [400, 'foreign_account'],
    [400, 'lookup_table_missing'],
    [400, 'foreign_account'],
  ])
})

function build(token: string, options?: object) {
  const recipient = solana.world.people.treasury
  const more = options === undefined ? { skip_sim: true } : { skip_sim: true, options }
  return solana.execute(route, { token, recipient, amount: '1' }, more)
}

function addressOf(name: AccountName): SvmAddress {
  const { world, permissions } = solana
  const { treasury } = world.people
  if (name === 'state') return world.state
  if (name === 'mint') return world.mints.usdc
  if (name === 'xusd') return world.mints.xusd
  if (name === 'holding') return world.holding(world.subAccount(0), world.mints.usdc)
  return permissions.find(({ texts }) => texts.recipient === treasury)!.digestAddress
}
