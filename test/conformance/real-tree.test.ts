import { readFileSync } from 'node:fs'
import type { Address, Hex } from '@vaultwright/base'
import { parseTreeFile } from '@vaultwright/formats'
import {
  type CallVerdict,
  encodeManage,
  encodeManageFromTree,
  type LeafTree,
  type ManageCall,
  verifyCalldata,
} from '@vaultwright/manager'
import { checksumOf, proofHexOf, rootOf } from '@vaultwright/merkle'
import { ruleBook as rules } from '@vaultwright/protocols'
import { lintTree } from '@vaultwright/review'
import { describe, expect, test } from 'vitest'
import { callsOfTree, type PermittedCall, permittedCallOf } from '../support/call/leaf-call-set.ts'
import { hasRealTrees, readRealTree, realTreeNames } from '../support/call/real-tree.ts'

const example = new URL('../../fixtures/trees/example-1024.json', import.meta.url)
const exampleBytes = readFileSync(example)
/** Null for a tree that is not there: its tests are counted as skipped. */
const sources = [
  ['example-1024.json', exampleBytes] as const,
  ...realTreeNames.map((name) => [name, hasRealTrees ? readRealTree(name) : null] as const),
]

/** One call, what was changed about it, and the reason it must be refused for. */
type Flip = { readonly call: ManageCall; readonly made: PermittedCall; readonly reason: string }

function turned(text: string, at: number): Hex {
  const digit = (Number.parseInt(text[at]!, 16) ^ 1).toString(16)
  return `${text.slice(0, at)}${digit}${text.slice(at + 1)}` as Hex
}

const otherAccount = (account: Address, at: number): Address =>
  checksumOf(turned(account.toLowerCase(), at))

function manageCallOf(tree: LeafTree, made: PermittedCall): ManageCall {
  const { leaf, target, data, value, position } = made
  return { proof: proofHexOf(tree.tree, position), decoder: leaf.decoder, target, data, value }
}

/** Packs the leaf's call again with one entry changed; null when no call of the rule packs so. */
function withOtherArgument(made: PermittedCall, at: number): PermittedCall | null {
  for (const digit of [41, 33]) {
    const args = made.leaf.arguments.map((one, index) =>
      index === at ? otherAccount(one, digit) : one,
    )
    try {
      const otherCall = permittedCallOf({ ...made, leaf: { ...made.leaf, arguments: args } })
      if (otherCall !== null) return otherCall
    } catch {
      // A chain number does not fit into its type any more.
    }
  }
  return null
}

function flipsOf(tree: LeafTree, made: PermittedCall): readonly Flip[] {
  const call = manageCallOf(tree, made)
  const word = made.position % tree.tree.depth
  const proof = call.proof.map((one, at) => (at === word ? turned(one, 2 + word) : one))
  const arguments_ = made.leaf.arguments.flatMap((_, at): Flip[] => {
    const otherArguments = withOtherArgument(made, at)
    if (otherArguments === null) return []
    return [
      {
        call: { ...call, data: otherArguments.data },
        made: otherArguments,
        reason: 'arguments_differ',
      },
    ]
  })
  const decoder = otherAccount(call.decoder, 11)
  return [
    { call: { ...call, target: otherAccount(call.target, 9) }, made, reason: 'wrong_target' },
    { call: { ...call, value: call.value === 0n ? 1n : 0n }, made, reason: 'value_flag' },
    { call: { ...call, decoder }, made, reason: 'wrong_decoder' },
    { call: { ...call, proof }, made, reason: 'proof_invalid' },
    ...arguments_,
  ]
}

/** Decoders that disagree on a calldata leave it open which of them packs; that is all that may be open. */
const isOpenByDecoder = ({ verdict, reasons }: CallVerdict): boolean =>
  verdict === 'conditional' && reasons.every(({ reason }) => reason === 'decoder_unknown')

function describeFlip({ made: permitted, reason }: Flip, callVerdict: CallVerdict): string {
  const reasons = callVerdict.reasons.map((one) => one.reason).join(' ')
  return `slot ${permitted.position} ${permitted.leaf.signature}: ${reason} expected, ${callVerdict.verdict} ${reasons} found`
}

/** Flash loans are proven against the same tree. */
const againstTree = (tree: LeafTree) => ({ rules, tree, managerTree: tree })

/** Verifies in batches of calls that need nothing of the chain, and one by one where they do. */
function wrongFlips(tree: LeafTree, flips: readonly Flip[]): readonly string[] {
  const against = againstTree(tree)
  const plain = flips.filter(({ made }) => Object.keys(made.reads).length === 0)
  const reading = flips.filter((flip) => !plain.includes(flip))
  const verdicts = [
    ...verifyCalldata(encodeManage(plain.map(({ call }) => call)), against).calls,
    ...reading.map(({ call, made: permitted }) => {
      return verifyCalldata(encodeManage([call]), { ...against, reads: permitted.reads }).calls[0]!
    }),
  ]
  return [...plain, ...reading].flatMap((flip, index) => {
    const verdict = verdicts[index]!
    const against = verdict.reasons.filter(({ reason }) => reason !== 'decoder_unknown')
    const isRight = verdict.verdict === 'refused' && against[0]?.reason === flip.reason
    return isRight ? [] : [describeFlip(flip, verdict)]
  })
}

for (const [name, bytes] of sources) {
  describe.skipIf(bytes === null)(name, () => {
    test('law: no description of a tree in use contradicts its leaf', () => {
      const codes = lintTree(parseTreeFile(bytes!), { rules }).map(({ code }) => code)
      expect(codes).not.toContain('description_differs')
    })

    const { tree } = parseTreeFile(bytes ?? exampleBytes)
    const { calls, without } = callsOfTree(tree)

    test('default', () => {
      expect(without).toEqual([])
      const used = tree.leaves.filter((leaf) => !/^0x0{40}$/.test(leaf.target)).length
      expect(calls.length).toBe(used)
      const batch = encodeManageFromTree(tree, calls)
      expect(batch).toBe(encodeManage(calls.map((made) => manageCallOf(tree, made))))
      const verdict = verifyCalldata(batch, againstTree(tree))
      const wrong = verdict.calls.flatMap((verdictOfCall, index) => {
        const { position, reads, leaf } = calls[index]!
        const isReading = Object.keys(reads).length > 0
        const isExpected = isReading
          ? verdictOfCall.verdict === 'conditional'
          : verdictOfCall.verdict === 'proven' || isOpenByDecoder(verdictOfCall)
        const isRight = isExpected && verdictOfCall.isProofValid === true
        const isFound = verdictOfCall.positions.includes(position)
        return isRight && isFound
          ? []
          : [
              `slot ${position} ${leaf.signature}: ${verdictOfCall.verdict} ${JSON.stringify(verdictOfCall.reasons)}`,
            ]
      })
      expect(wrong).toEqual([])
    })

    test('behavior: each call alone is proven with its reads', () => {
      const wrong = calls.flatMap((made) => {
        const { reads } = made
        const data = encodeManage([manageCallOf(tree, made)])
        const { verdict, calls: verdicts } = verifyCalldata(data, { ...againstTree(tree), reads })
        if (verdict === 'proven' || isOpenByDecoder(verdicts[0]!)) return []
        return [
          `slot ${made.position} ${made.leaf.signature}: ${JSON.stringify(verdicts[0]!.reasons)}`,
        ]
      })
      expect(wrong).toEqual([])
    })

    test('behavior: a call with one thing changed is refused for that', () => {
      const flips = calls.flatMap((made) => flipsOf(tree, made))
      expect(wrongFlips(tree, flips)).toEqual([])
      const changed = flips.filter(({ reason }) => reason === 'arguments_differ').length
      const args = calls.reduce((sum, { leaf }) => sum + leaf.arguments.length, 0)
      expect(changed).toBeGreaterThan(0.9 * args)
    })

    test('behavior: the root alone says yes to the calls, and to none of the changed ones', () => {
      const root = rootOf(tree.tree)
      const againstRoot = { rules, root, managerRoot: root }
      const plain = calls.filter(({ reads }) => Object.keys(reads).length === 0)
      const batch = encodeManage(plain.map((made) => manageCallOf(tree, made)))
      const wrong = verifyCalldata(batch, againstRoot).calls.flatMap((verdictOfCall, index) =>
        verdictOfCall.verdict === 'proven' || isOpenByDecoder(verdictOfCall)
          ? []
          : [`slot ${plain[index]!.position} ${plain[index]!.leaf.signature}`],
      )
      expect(wrong).toEqual([])
      const flips = plain.flatMap((made) => flipsOf(tree, made))
      const verdicts = verifyCalldata(
        encodeManage(flips.map(({ call }) => call)),
        againstRoot,
      ).calls
      const yes = flips.filter((_, at) => ['proven', 'conditional'].includes(verdicts[at]!.verdict))
      expect(yes.map((flip) => `slot ${flip.made.position}: ${flip.reason}`)).toEqual([])
    })
  })
}
