// Orders that a vault signs by a transaction: what viem hashes and encodes, not what the packages do.
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  hashDomain,
  hashTypedData,
  keccak256,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  stringToHex,
} from 'viem'
import { openRandom } from './random.mjs'

const chainIds = [1, 100, 8453, 31337]
const ordersPerChain = 4
const largest = 2n ** 256n - 1n

const fields = [
  'address sellToken',
  'address buyToken',
  'address receiver',
  'uint256 sellAmount',
  'uint256 buyAmount',
  'uint32 validTo',
  'bytes32 appData',
  'uint256 feeAmount',
  'string kind',
  'bool partiallyFillable',
  'string sellTokenBalance',
  'string buyTokenBalance',
].map((text) => {
  const [type, name] = text.split(' ')
  return { name, type }
})
const domainFields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]
const words = parseAbiParameters(fields.map(({ type }) => type.replace('string', 'bytes32')).join())
const preSignAbi = parseAbi(['function setPreSignature(bytes orderUid, bool signed)'])

/** Parallel lists: order by order, with its place and its names. */
export function orderVectors() {
  const random = openRandom(548)
  const orders = chainIds.flatMap((chainId) => {
    const settlement = random.account()
    return Array.from({ length: ordersPerChain }, (_, place) =>
      orderOf({ chainId, settlement, random, place }),
    )
  })
  const listed = (name) => orders.map((order) => order[name])
  return {
    chainIds: listed('chainId'),
    settlements: listed('settlement'),
    domains: listed('domainSeparator'),
    owners: listed('owner'),
    words: listed('words'),
    digests: listed('digest'),
    uids: listed('uid'),
    calldatas: listed('calldata'),
    isTaken: listed('isTaken'),
  }
}

/** The first of each chain is one that a decoder takes; the others are of any terms. */
function orderOf({ chainId, settlement, random, place }) {
  const owner = random.account()
  const isTaken = place === 0
  const message = isTaken ? soundTerms(random, owner) : anyTerms(random)
  const domain = { name: 'Gnosis Protocol', version: 'v2', chainId, verifyingContract: settlement }
  const digest = hashTypedData({
    domain,
    types: { Order: fields },
    primaryType: 'Order',
    message,
  })
  const uid = concat([digest, owner, numberToHex(message.validTo, { size: 4 })])
  const encoded = encodeAbiParameters(
    words,
    fields.map(({ name, type }) => {
      return type === 'string' ? keccak256(stringToHex(message[name])) : message[name]
    }),
  )
  const call = encodeFunctionData({ abi: preSignAbi, args: [uid, true] })
  return {
    chainId,
    settlement,
    domainSeparator: hashDomain({ domain, types: { EIP712Domain: domainFields } }),
    owner,
    words: encoded,
    digest,
    uid,
    calldata: concat([call, encoded]),
    isTaken,
  }
}

function soundTerms(random, owner) {
  return {
    ...anyTerms(random),
    receiver: owner,
    appData: keccak256(stringToHex('{}')),
    feeAmount: 0n,
    kind: 'sell',
    sellTokenBalance: 'erc20',
    buyTokenBalance: 'erc20',
  }
}

function anyTerms(random) {
  return {
    sellToken: random.account(),
    buyToken: random.account(),
    receiver: random.isTrue(0.3) ? numberToHex(0, { size: 20 }) : random.account(),
    sellAmount: random.isTrue(0.2) ? largest : random.uint(96),
    buyAmount: random.isTrue(0.2) ? 0n : random.uint(96),
    validTo: 1_795_000_000 + random.below(1_000_000_000),
    appData: random.word(),
    feeAmount: random.uint(64),
    kind: random.pick(['sell', 'buy']),
    partiallyFillable: random.isTrue(),
    sellTokenBalance: random.pick(['erc20', 'external', 'internal']),
    buyTokenBalance: random.pick(['erc20', 'internal']),
  }
}
