import {
  isEncoded,
  packArguments,
  parseAbiTuple,
  parseSignature,
  rulesFor,
  selectorOf,
} from '@vaultwright/manager'
import {
  type ActionInputValues,
  actionOf,
  encodeAction,
  ruleBook,
  sampleOf,
} from '@vaultwright/protocols'
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  pad,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'function deposit(bytes32 toChain, bytes32 toAddress, uint64 amount) payable',
  'function mint(bytes data, bytes proofSignature)',
  'function swapBTCBToLBTC(uint256 amount)',
  'function swapCBBTCToLBTC(uint256 amount)',
])
const notarized = parseAbiParameters(
  'uint256 toChain, address to, uint64 amount, bytes32 txid, uint32 vout',
)
const self = '0x5401b8620E5FB570064CA9114fd1e135fd77D57c'
const lbtc = '0x8236a87084f8B84306f72007F36F2618A5634494'
const word = pad(self).toLowerCase() as `0x${string}`
const chain = pad('0x2105')
const payloadFor = (to: `0x${string}`) => encodeAbiParameters(notarized, [1n, to, 5n, chain, 2])
const values: ActionInputValues = {
  bridge: lbtc,
  token: lbtc,
  minter: lbtc,
  destination: chain,
  recipient: word,
  amount: 5n,
  fee: 9n,
  payload: payloadFor(self),
  proof: '0x0102',
  self,
  manager: self,
}
const mint = actionOf('lombard/mint')!
const packedBy = (given: ActionInputValues) => {
  const [rule] = rulesFor(ruleBook, selectorOf(parseSignature(mint.signature).canonical)).filter(
    ({ decoders }) => decoders.includes('LombardBTCMinter'),
  )
  const outcome = packArguments(rule!, encodeAction(mint, given))
  return outcome.ok ? outcome.entries.map(({ address }) => address) : null
}

test.each([
  ['bridge', 'deposit', [chain, word, 5n]],
  ['mint', 'mint', [payloadFor(self), '0x0102']],
  ['swap_btcb', 'swapBTCBToLBTC', [5n]],
  ['swap_cbbtc', 'swapCBBTCToLBTC', [5n]],
] as const)('default: lombard/%s', (route, functionName, args) => {
  expect(encodeAction(actionOf(`lombard/${route}`)!, values)).toBe(
    encodeFunctionData({ abi, functionName, args } as never),
  )
})

test('behavior: the leaf of a mint is for the vault, and the payload alone says whom it pays', () => {
  const leafs = { ...sampleOf(mint, 0), self, manager: self } as ActionInputValues
  expect(packedBy(leafs)).toEqual([self])
  expect(packedBy(values)).toEqual([self])
  expect(packedBy({ ...values, payload: payloadFor(lbtc) })).toEqual([lbtc])
})

test('law: the sample of a mint decodes as its decoder demands, for every vault', () => {
  const { payload } = mint.parameters
  if (payload?.kind !== 'bytes') throw new Error('the payload is not bytes')
  const type = parseAbiTuple(payload.holds ?? '')
  expect(isEncoded(type, payload.sample ?? '0x')).toBe(true)
  expect(isEncoded(type, payloadFor(self))).toBe(true)
  const leafs = { ...sampleOf(mint, 0), self: lbtc, manager: self } as ActionInputValues
  expect(packedBy(leafs)).toEqual([lbtc])
})

test('refuses: a payload with a selector before it', () => {
  const selected = concat(['0xf2e73f7c', payloadFor(self)])
  expect(packedBy({ ...values, payload: selected })).toBeNull()
})

test('behavior: the fee of the bridge goes as value', () => {
  expect(actionOf('lombard/bridge')!.value(values)).toBe(9n)
})

test('error: UnencodableError for more LBTC than 64 bits hold', () => {
  const bridge = actionOf('lombard/bridge')!
  expect(() => encodeAction(bridge, { ...values, amount: 2n ** 64n })).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
