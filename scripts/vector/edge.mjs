// Calls at the edges of what decoders accept: what is packed is stated by hand, not asked of the rules.
import { canonicalSignatureOf } from '@vaultwright/manager'
import { protocols } from '@vaultwright/protocols'
import { concat, encodeFunctionData, parseAbiItem } from 'viem'
import { roles } from './decoder.mjs'
import { bridgeCases, creditCases } from './edge-bridge.mjs'
import { stakeCases, tradeCases } from './edge-trade.mjs'
import { account, encoded, hash, listed, market } from './edge-value.mjs'

/** Parallel lists, as those of the drawn vectors, each case with what it shows. */
export function edgeVectors() {
  const cases = [...tradeCases, ...stakeCases, ...bridgeCases, ...creditCases]
  const signed = cases.map((one) => ({ ...one, signature: signatureOf(one) }))
  return {
    names: signed.map(({ shows }) => shows),
    decoders: signed.map(({ decoder }) => decoder),
    functions: signed.map(({ signature }) => canonicalSignatureOf(signature)),
    calldatas: signed.map(calldataOf),
    packed: signed.map(({ packs }) => (Array.isArray(packs) ? concat(['0x', ...packs]) : '0x')),
    outcomes: signed.map(({ packs }) => (Array.isArray(packs) ? 'packed' : packs)),
    readTargets: reads.map(({ target }) => target),
    readCalldatas: reads.map(({ calldata }) => calldata),
    readReturns: reads.map(({ returns }) => returns),
  }
}

const asked = (text, ...args) =>
  encodeFunctionData({ abi: [parseAbiItem(`function ${text}`)], args })

const reads = [
  {
    target: roles.dvStETH,
    calldata: asked('underlyingTokens()'),
    returns: encoded('address[]', listed),
  },
  {
    target: roles.dolomiteMargin,
    calldata: asked('getMarketTokenAddress(uint256)', 17n),
    returns: encoded('address', listed[0]),
  },
  {
    target: roles.recipeMarketHub,
    calldata: asked('offerHashToIPOffer(bytes32)', hash),
    returns: encoded(
      'uint256, bytes32, address, uint256, uint256, uint256',
      1n,
      market,
      account(1),
      2n,
      3n,
      4n,
    ),
  },
]

/** Function and arguments, or the bytes as they are where a decoder reads them one by one. */
function calldataOf({ signature, calldata, args }) {
  return calldata ?? encodeFunctionData({ abi: [parseAbiItem(`function ${signature}`)], args })
}

/** The rule's signature with its names, found by how its types begin. */
function signatureOf({ decoder, starts }) {
  const signature = signaturesOf(decoder).find((text) =>
    canonicalSignatureOf(text).startsWith(starts),
  )
  if (signature === undefined)
    throw new Error(`${decoder} has no function that starts with ${starts}`)
  return signature
}

function signaturesOf(decoder) {
  const contract = protocols
    .flatMap((protocol) => protocol.decoders)
    .find((one) => one.decoder === decoder && one.version === undefined)
  const own = contract.functions.map(({ signature }) => signature)
  return [...own, ...(contract.inherits ?? []).flatMap(signaturesOf)]
}
