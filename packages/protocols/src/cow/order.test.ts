import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { buildLeaf, packArguments, rulesOfDecoder } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import {
  actionOf,
  callContextOf,
  claimsOf,
  decodeOrder,
  decodePreSignature,
  describeCall,
  emptyAppData,
  emptyFacts,
  encodeAction,
  encodeDescription,
  encodeOrder,
  encodePreSignature,
  type OrderTerms,
  orderDigestOf,
  orderDomainOf,
  orderUidOf,
  parseOrderUid,
  ruleBook,
} from '@vaultwright/protocols'
import fc from 'fast-check'
import { hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'

const numRuns = runsOf(1 / 4)
const account = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => checksumOf(`0x${Buffer.from(bytes).toString('hex')}`))
const word = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const anyTerms: fc.Arbitrary<OrderTerms> = fc.record({
  sellToken: account,
  buyToken: account,
  receiver: account,
  sellAmount: amount,
  buyAmount: amount,
  validTo: fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }),
  appData: word,
  feeAmount: amount,
  kind: fc.constantFrom('sell', 'buy'),
  isPartiallyFillable: fc.boolean(),
  sellTokenBalance: fc.constantFrom('erc20', 'external', 'internal'),
  buyTokenBalance: fc.constantFrom('erc20', 'internal'),
})

const settlement: Address = '0x9008D19f58AAbD9eD0D60971565AA8510560ab41'
const vault: Address = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const weth: Address = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const usdc: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const domain = orderDomainOf(1, settlement)
const terms: OrderTerms = {
  sellToken: weth,
  buyToken: usdc,
  receiver: vault,
  sellAmount: 10n * 10n ** 18n,
  buyAmount: 26_000_000_000n,
  validTo: 1_795_440_000n,
  appData: emptyAppData,
  feeAmount: 0n,
  kind: 'sell',
  isPartiallyFillable: false,
  sellTokenBalance: 'erc20',
  buyTokenBalance: 'erc20',
}
const digest = orderDigestOf(terms, domain)
const uid = orderUidOf({ digest, owner: vault, validTo: terms.validTo })
const calldata = encodePreSignature({ uid, terms })
const reads = {
  'domainSeparator()': domain,
  'appData()': emptyAppData,
  'maxLife()': 604_800n,
  'timestamp()': terms.validTo - 86_400n,
}
const [preSign, invalidate] = ['setPreSignature(bytes,bool)', 'invalidateOrder(bytes)'].map(
  (signature) => rulesOfDecoder(ruleBook, 'CowOrder').find((rule) => rule.signature === signature)!,
)

test('law: an order is read back from its twelve words, and from the 548 bytes that sign it', () => {
  fc.assert(
    fc.property(anyTerms, account, word, (order, owner, separator) => {
      const words = encodeOrder(order)
      expect(words.length).toBe(2 + 2 * 384)
      expect(decodeOrder(words)).toEqual(order)
      const uid = orderUidOf({
        digest: orderDigestOf(order, separator),
        owner,
        validTo: order.validTo,
      })
      const data = encodePreSignature({ uid, terms: order })
      expect(data.length).toBe(2 + 2 * 548)
      expect(decodePreSignature(data)).toEqual({ uid, terms: order })
      expect(parseOrderUid(uid).owner).toBe(owner)
      expect(orderUidOf(parseOrderUid(uid))).toBe(uid)
    }),
    { numRuns },
  )
})

test('law: the digest is what viem hashes as typed data', () => {
  fc.assert(
    fc.property(
      anyTerms,
      account,
      fc.integer({ min: 1, max: 2 ** 31 }),
      (order, place, chainId) => {
        const { isPartiallyFillable: partiallyFillable, validTo, ...terms } = order
        const typed = hashTypedData({
          domain: { name: 'Gnosis Protocol', version: 'v2', chainId, verifyingContract: place },
          primaryType: 'Order',
          types: {
            Order: [
              { name: 'sellToken', type: 'address' },
              { name: 'buyToken', type: 'address' },
              { name: 'receiver', type: 'address' },
              { name: 'sellAmount', type: 'uint256' },
              { name: 'buyAmount', type: 'uint256' },
              { name: 'validTo', type: 'uint32' },
              { name: 'appData', type: 'bytes32' },
              { name: 'feeAmount', type: 'uint256' },
              { name: 'kind', type: 'string' },
              { name: 'partiallyFillable', type: 'bool' },
              { name: 'sellTokenBalance', type: 'string' },
              { name: 'buyTokenBalance', type: 'string' },
            ],
          },
          message: { ...terms, validTo: Number(validTo), partiallyFillable },
        })
        expect(orderDigestOf(order, orderDomainOf(chainId, place))).toBe(typed)
      },
    ),
    { numRuns },
  )
})

test('law: no single bit of what signs an order can change but those of its owner, which the settlement checks', () => {
  const sound = packArguments(preSign!, calldata, reads)
  expect(sound).toMatchObject({ ok: true, unverified: [] })
  expect(sound.ok && sound.entries.map(({ address }) => address)).toEqual([weth, usdc, vault])
  const bytes = Buffer.from(calldata.slice(2), 'hex')
  // The selector names the function, the flag is a call of its own.
  const places = [...bytes.keys()].filter((at) => at >= 4 && (at < 36 || at >= 68))
  for (const place of places) {
    for (let bit = 0; bit < 8; bit++) {
      const changed = Buffer.from(bytes)
      changed[place]! ^= 1 << bit
      const outcome = packArguments(preSign!, `0x${changed.toString('hex')}`, reads)
      const isOwner = place >= 132 && place < 152
      expect(outcome.ok, `byte ${place}, bit ${bit}`).toBe(isOwner)
    }
  }
})

test('golden: the hashes of the type, the document and a known order', () => {
  expect(emptyAppData).toBe('0xb48d38f93eaa084033fc5970bf96e559c33c4cdc07d889ab00b4d63f9590739d')
  // The domain of the deployed settlement on mainnet.
  expect(domain).toBe('0xc078f884a2676e1345748b1feace7b0abee5d00ecadb6e574dcdd109a63e8943')
})

test('golden: a signed order is read as one action, with its terms in words', () => {
  const values = {
    settlement,
    relayer: settlement,
    sell_token: weth,
    buy_token: usdc,
    sell_amount: terms.sellAmount,
    buy_amount: terms.buyAmount,
    valid_to: terms.validTo,
    partially_fillable: false,
    app_data: emptyAppData,
    order_digest: digest,
    allowance: terms.sellAmount,
    self: vault,
    manager: settlement,
  }
  expect(encodeAction(actionOf('cow/place_order')!, values)).toBe(calldata)
  const call = { target: settlement, data: calldata, value: 0n }
  const context = callContextOf(1, vault)
  const described = describeCall(call, context)
  expect(described.routes).toEqual(['cow/place_order'])
  expect(described.sentences).toEqual([
    'Sell 10 WETH for at least 26,000 USDC by an order that is valid until 2026-11-23T13:20:00Z (1795440000)',
  ])
  const texts = Object.fromEntries(described.arguments.map(({ path, text }) => [path, text]))
  expect(texts['order.sellAmount']).toBe('10 WETH (10000000000000000000)')
  expect(texts['order.buyAmount']).toBe('at least 26,000 USDC (26000000000)')
  expect(texts['order.receiver']).toContain('the vault')
  expect(encodeDescription(described)).toBe(calldata)
  const elsewhere = { ...terms, receiver: usdc }
  const description = describeCall(
    { ...call, data: encodePreSignature({ uid, terms: elsewhere }) },
    context,
  )
  const receiver = description.arguments.find(({ path }) => path === 'order.receiver')
  expect(receiver).toMatchObject({ mark: 'other_account' })
})

test('golden: what ends an order is read as an action', () => {
  for (const [route, signature] of [
    ['cow/cancel_order', 'Cancel the order'],
    ['cow/withdraw_signature', 'Take the signature of the order'],
  ] as const) {
    const values = {
      settlement,
      order_digest: digest,
      valid_to: terms.validTo,
      self: vault,
      manager: settlement,
    }
    const data = encodeAction(actionOf(route)!, values)
    const described = describeCall({ target: settlement, data, value: 0n }, callContextOf(1, vault))
    expect(described.routes).toEqual([route])
    expect(described.sentences[0]).toContain(`${signature} ${digest}`)
  }
  const data = encodeAction(actionOf('cow/cancel_order')!, {
    settlement,
    order_digest: digest,
    valid_to: terms.validTo,
    self: vault,
    manager: settlement,
  })
  expect(packArguments(invalidate!, data)).toMatchObject({ ok: true, packed: vault.toLowerCase() })
})

test('golden: leaves are read as the action that they permit', () => {
  const leaf = (signature: string, ...list: readonly Address[]) =>
    buildLeaf({ decoder: usdc, target: settlement, signature, arguments: list })
  const leaves = [
    leaf('setPreSignature(bytes,bool)', weth, usdc, vault),
    leaf('setPreSignature(bytes,bool)', zeroAddress, zeroAddress, vault),
    leaf('invalidateOrder(bytes)', vault),
  ]
  const context = { owner: { vault, manager: null }, knownFacts: emptyFacts }
  expect(claimsOf(leaves, context).map((claim) => claim?.pattern.action.route)).toEqual([
    'cow/place_order',
    'cow/withdraw_signature',
    'cow/cancel_order',
  ])
  expect(claimsOf([leaf('setPreSignature(bytes,bool)', weth, usdc, weth)], context)).toEqual([null])
})

test('golden: offline the digest stays open, and wrong times are refused all the same', () => {
  expect(packArguments(preSign!, calldata)).toMatchObject({
    ok: true,
    unverified: [
      { error: 'NotThisOrder', reads: [{ key: 'domainSeparator()' }] },
      { error: 'TermNotAllowed', reads: [{ key: 'appData()' }] },
      { error: 'TermNotAllowed', reads: [{ key: 'timestamp()' }, { key: 'maxLife()' }] },
    ],
  })
  const late = encodePreSignature({ uid, terms: { ...terms, validTo: terms.validTo + 1n } })
  expect(packArguments(preSign!, late)).toMatchObject({ ok: false, error: 'NotThisOrder' })
})

test('refuses: a bare uid, more bytes, another spelling', () => {
  const bare: Hex = `0x${calldata.slice(2, 2 + 2 * 164)}`
  for (const data of [bare, `${calldata}00`, calldata.replace(/.{2}$/, '')] as Hex[]) {
    expect(packArguments(preSign!, data, reads)).toMatchObject({ ok: false, error: 'BadShape' })
    expect(decodePreSignature(data)).toBeNull()
  }
  expect(decodePreSignature(bare.replace(/^0x.{8}/, '0x12345678') as Hex)).toBeNull()
})

test('refuses: words that are not an order, and texts that are not a uid', () => {
  const words = encodeOrder(terms)
  const strange = words.replace(/.{64}$/, '11'.repeat(32)) as Hex
  for (const bytes of ['0x', `${words}00`, strange] as Hex[]) {
    expect(() => decodeOrder(bytes)).toThrow(expect.objectContaining({ code: 'invalid_order' }))
  }
  for (const text of ['', '0x', uid.slice(2), `${uid}0`]) {
    expect(() => parseOrderUid(text)).toThrow(
      expect.objectContaining({ code: 'invalid_order_uid' }),
    )
  }
})
