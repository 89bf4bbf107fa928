// Calldata of every function of the deployable decoders, and what the offline rules say of it.
import { canonicalSignatureOf, packArguments, rulesOfDecoder } from '@vaultwright/manager'
import { protocols, ruleBook } from '@vaultwright/protocols'
import { concat, encodeFunctionData, numberToHex, parseAbiItem } from 'viem'
import { encodeCall } from '../../test/support/sentinel.ts'
import { decoders, roles } from './decoder.mjs'
import { drawValue, openRandom, wordOf } from './random.mjs'
import { compactSwap, shapes } from './shape.mjs'

const tries = 60
const acceptedLimit = 2
const refusedLimit = 4

/** Parallel lists: case by case, and the answers of contracts that decoders read. */
export function packedVectors() {
  const cases = []
  const answers = new Map()
  for (const { decoder, version, functions } of ofContracts()) {
    const name = version === undefined ? decoder : `${decoder} (${version})`
    for (const { signature } of functions) {
      const canonical = canonicalSignatureOf(signature)
      const rule = rulesOfDecoder(ruleBook, name).find((one) => one.signature === canonical)
      cases.push(...casesOf({ name, signature, rule, answers }))
    }
  }
  return {
    decoders: cases.map(({ name }) => name),
    functions: cases.map(({ rule }) => rule.signature),
    calldatas: cases.map(({ calldata }) => calldata),
    packed: cases.map(({ outcome }) => (outcome.ok ? outcome.packed : '0x')),
    outcomes: cases.map(({ outcome }) => (outcome.ok ? 'packed' : (outcome.error ?? 'reverts'))),
    readTargets: [...answers.values()].map(({ target }) => target),
    readCalldatas: [...answers.keys()].map((key) => key.split(' ')[1]),
    readReturns: [...answers.values()].map(({ words }) => concat(words)),
  }
}

function ofContracts() {
  const names = new Set(decoders.flatMap(({ rules }) => rules))
  return protocols
    .flatMap((protocol) => protocol.decoders)
    .filter(({ decoder, version }) =>
      names.has(version === undefined ? decoder : `${decoder} (${version})`),
    )
}

/** A few calls that are packed and one for each way to be refused. */
function casesOf({ name, signature, rule, answers }) {
  const random = openRandom(seedOf(`${name} ${signature}`))
  const limit = limitFor(signature)
  const accepted = []
  const refused = new Map()
  for (let attempt = 0; attempt < tries; attempt++) {
    const calldata = calldataOf({ name, signature, random })
    const made = new Map()
    const outcome = outcomeOf({ name, rule, calldata, random, answers, made })
    const one = { name, rule, calldata, outcome }
    if (outcome.ok) {
      const alike = accepted.filter(
        (known) => known.outcome.packed.length === outcome.packed.length,
      )
      if (accepted.length > limit || alike.length >= limit) continue
      accepted.push(one)
    } else {
      const why = `${outcome.error} ${outcome.check}`
      if (refused.size >= refusedLimit || refused.has(why)) continue
      refused.set(why, one)
    }
    for (const [key, answer] of made) answers.set(key, answer)
  }
  return [...accepted, ...refused.values()]
}

/** A function without arguments has one calldata; the one that is read byte by byte has many forms. */
function limitFor(signature) {
  if (signature === 'swapCompact()' || signature.startsWith('setPreSignature(')) return 12
  return signature.endsWith('()') ? 1 : acceptedLimit
}

/**
 * Draws calldata of a function, most of it such that its decoder accepts it.
 *
 * @param call - rules by name, signature with names, and a source of values.
 * @returns the calldata.
 */
export function calldataOf({ name, signature, random }) {
  if (signature === 'swapCompact()') return compactSwap(random)
  const item = parseAbiItem([`function ${signature}`])
  const call = { item, args: item.inputs.map((input) => drawValue(random, input)) }
  const isShaped = random.isTrue(0.8)
  if (isShaped) shapes[`${name}.${item.name}`]?.(call, random)
  return encodeCall(call)
}

/** Asks the rule, answering what it reads until nothing is missing. */
function outcomeOf({ name, rule, calldata, random, answers, made }) {
  const values = {}
  for (;;) {
    const outcome = packArguments(rule, calldata, values)
    const missing = outcome.ok
      ? outcome.unverified.flatMap(({ reads }) => reads)
      : (outcome.reads ?? [])
    if (missing.length === 0) return outcome
    for (const read of missing) values[read.key] = answerTo({ name, read, random, answers, made })
  }
}

const fixed = {
  'boringVault()': roles.vault,
  'caller()': roles.manager,
  'oneInchExecutor()': roles.executor,
  'odosExecutor()': roles.executor,
  'domainSeparator()': roles.orderDomain,
  'appData()': roles.orderDocument,
  'maxLife()': roles.orderLife,
  'timestamp()': roles.clock,
}
const contracts = {
  'ownerOf(uint256)': 'positionManager',
  'positions(uint256)': 'positionManager',
  'userPositionInfos(uint256)': 'masterChef',
  'addressList(uint256)': 'odosRouter',
  'underlyingTokens()': 'dvStETH',
  'getMarketTokenAddress(uint256)': 'dolomiteMargin',
  'offerHashToIPOffer(bytes32)': 'recipeMarketHub',
  'getPoolAndPositionInfo(uint256)': 'positionManager',
}
const returnedWords = 12
const listedTokens = 3

function answerTo({ name, read, random, answers, made }) {
  const fixedAnswer = fixed[read.function]
  if (fixedAnswer !== undefined) return fixedAnswer
  const item = parseAbiItem([`function ${read.function}`])
  const args = read.arguments.map((text, at) =>
    item.inputs[at].type.startsWith('bytes') ? text : BigInt(text),
  )
  const calldata = encodeFunctionData({ abi: [item], args })
  const target = read.address ?? roles[contracts[read.function]]
  const key = `${target} ${calldata}`
  let answer = answers.get(key) ?? made.get(key)
  if (answer === undefined) {
    answer = { target, words: answerWords({ name, read, random }) }
    made.set(key, answer)
  }
  if (read.type.endsWith('[]')) return answer.words.slice(2).map(accountOf)
  const word = answer.words[read.position]
  return read.type === 'address' ? accountOf(word) : word
}

/** Words that fit what the function returns, and tell themselves apart. */
function answerWords({ name, read, random }) {
  if (read.type.endsWith('[]')) {
    const tokens = Array.from({ length: listedTokens }, () => wordOf(random.account()))
    return [numberToHex(32, { size: 32 }), numberToHex(listedTokens, { size: 32 }), ...tokens]
  }
  const words = Array.from({ length: returnedWords }, () => wordOf(random.account()))
  if (read.function.startsWith('positions')) words[0] = wordOf('0x07')
  if (read.function.startsWith('offerHashToIPOffer')) words[1] = random.word()
  if (read.function.startsWith('getPool')) for (const at of [2, 3]) words[at] = wordOf('0x05')
  if (read.function.startsWith('userPosition')) {
    for (const at of [0, 1, 2, 3, 4, 5]) words[at] = wordOf('0x05')
  }
  const isOwn = name.endsWith('(one vault)') && random.isTrue(0.7)
  if (read.function === 'ownerOf(uint256)' && isOwn) words[0] = wordOf(roles.vault)
  return words
}

const accountOf = (word) => `0x${word.slice(26)}`

function seedOf(text) {
  let seed = 0
  for (const character of text) seed = (Math.imul(seed, 31) + character.charCodeAt(0)) >>> 0
  return seed
}
