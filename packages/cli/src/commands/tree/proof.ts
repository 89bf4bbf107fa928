import { type Hex, parseHexOf, printHex } from '@vaultwright/base'
import { digestOf, type LeafTree } from '@vaultwright/manager'
import {
  digestAt,
  indexOf,
  type MultiProof,
  multiProofOf,
  positionsOf,
  proofHexOf,
  rootOf,
  verifyProof,
} from '@vaultwright/merkle'
import { defineCommand, flag, list, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { parseJson, readWord } from '../../input/input.ts'
import { listOf, textAt } from '../../input/shape.ts'
import { type LeafFilter, leafIn, type Slot, slotsWhere } from '../../input/slot.ts'
import { readSoundTree } from '../../input/tree.ts'
import { leafJsonOf } from '../../print/tree.ts'
import type { Context, Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printSafely } from '../../terminal/table.ts'

export const command = defineCommand({
  name: 'tree proof',
  summary: 'Prove a leaf, or check a proof',
  describe:
    'Prints the proof of a leaf, named by position, digest or fields, or checks a given one with --verify. Every position of a duplicate leaf is proven. The answer is no (exit 1) when no leaf is meant or the given proof is invalid.',
  positionals: { file: { describe: 'Tree file of any format, or - for standard input' } },
  options: {
    leaf: list('The leaf in this slot; may be repeated', 'position'),
    digest: text('Leaves with this digest', 'hex'),
    target: text('Leaves that call this account', 'address'),
    function: text('Leaves of this function: name, signature or selector', 'name'),
    decoder: text('Leaves of this decoder', 'address'),
    argument: list('Leaves with this argument; may be repeated', 'address'),
    all: flag('Every used leaf'),
    multi: flag('One multiproof of all leaves meant, in the flag format of OpenZeppelin'),
    verify: text(
      'Check this proof instead: JSON list of digests, @file, or digests with commas between',
      'proof',
    ),
  },
  examples: [
    ['tree proof tree.json --leaf 3', 'The proof of leaf 3'],
    ['tree proof tree.json --function approve --target 0x… --json', 'The proofs of some approvals'],
    ['tree proof tree.json --leaf 3 --verify @proof.json', 'Is this the proof of leaf 3?'],
  ],
  run: async (args, context) => {
    const { tree } = await readSoundTree(args.file, context)
    if (args.verify !== undefined) {
      const verdict = verifyClaim(tree, args, await readClaim(args.verify, context))
      const ok = verdict.every((one) => one.ok)
      return {
        json: () => ({ ok, proofs: verdict }),
        text: (style) => printVerdict(verdict, style),
        exit: () => (ok ? 0 : 1),
      }
    }
    const proofs = proveSlots(tree, args)
    return {
      json: () => proofsJsonOf(proofs),
      text: (style) => printProofs(proofs, style),
      exit: () => (proofs.slots.length > 0 ? 0 : 1),
    }
  },
})

/** Reads a proof: a JSON list of digests, an object with one under `proof`, or digests with commas between. */
async function readClaim(word: string, context: Context): Promise<readonly Hex[]> {
  const text = await readWord(word, context)
  if (text === '') return []
  const proofJson = /^[[{]/.test(text) ? parseJson(text, '--verify') : text.split(/[\s,]+/)
  return listOf(proofIn(proofJson), 'proof').map((digest, at) =>
    printHex(parseHexOf(textAt(digest, `proof[${at}]`), 32)),
  )
}

function proofIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { proof, proofs } = value as { readonly proof?: unknown; readonly proofs?: unknown }
  if (Array.isArray(proofs) && proofs.length === 1) return proofIn(proofs[0])
  return proof
}

type ProofRequest = LeafFilter & {
  readonly digest?: string | undefined
  readonly all: boolean
  readonly multi: boolean
}

export type Proven = Slot & { readonly digest: Hex; readonly proof: readonly Hex[] }

export type Proofs = {
  readonly root: Hex
  readonly slots: readonly Slot[]
  readonly proofs: readonly Proven[]
  readonly multi: MultiProof | null
}

/** The result of verifying a proof of a leaf. */
type ProofVerdict = {
  readonly ok: boolean
  readonly position: number
  readonly digest: Hex
  readonly root: Hex
}

function proveSlots(tree: LeafTree, request: ProofRequest): Proofs {
  const slots = meantSlots(tree, request)
  const root = printHex(rootOf(tree.tree))
  if (request.multi) {
    const positions = slots.map(({ position }) => position)
    const multi = positions.length > 0 ? multiProofOf(tree.tree, positions) : null
    return { root, slots, proofs: [], multi }
  }
  const proofs = slots.map((slot) => ({
    ...slot,
    digest: printHex(digestAt(tree.tree, slot.position)),
    proof: proofHexOf(tree.tree, slot.position),
  }))
  return { root, slots, proofs, multi: null }
}

/** Tells for each leaf meant whether a proof proves it. */
function verifyClaim(
  tree: LeafTree,
  request: ProofRequest,
  proof: readonly Hex[],
): readonly ProofVerdict[] {
  const slots = meantSlots(tree, request)
  if (slots.length === 0) {
    throw new UsageError('No leaf of the tree is meant. Name the leaf that the proof is of.')
  }
  const root = rootOf(tree.tree)
  return slots.map(({ position, leaf }) => ({
    ok: proof.length === tree.tree.depth && verifyProof(digestOf(leaf), proof, root),
    position,
    digest: printHex(digestOf(leaf)),
    root: printHex(root),
  }))
}

function meantSlots(tree: LeafTree, request: ProofRequest): readonly Slot[] {
  const isNamed = [request.target, request.function, request.decoder].some(
    (text) => text !== undefined,
  )
  const count = (request.leaf?.length ?? 0) + (request.argument?.length ?? 0)
  if (request.digest !== undefined) {
    const digest = parseHexOf(request.digest, 32)
    const positions = positionsOf(indexOf(tree.tree), digest)
    return positions.map((position) => ({ position, leaf: leafIn(tree, position) }))
  }
  if (!request.all && !isNamed && count === 0) {
    throw new UsageError(
      'No leaf is named. Give --leaf, --digest, --target, --function, --decoder, --argument or --all.',
    )
  }
  return slotsWhere(tree, request)
}

function proofsJsonOf({ root, slots, proofs, multi }: Proofs): Json {
  if (multi !== null) return { root, positions: slots.map(({ position }) => position), ...multi }
  return { root, proofs: proofs.map(({ proof, ...slot }) => ({ ...leafJsonOf(slot), proof })) }
}

function* printProofs({ slots, proofs, multi }: Proofs, style: TextStyle): Iterable<string> {
  if (slots.length === 0) yield 'No leaf of the tree is meant.\n'
  for (const [index, { position, leaf, proof }] of proofs.entries()) {
    if (index > 0) yield '\n'
    const name = leaf.description || leaf.signature || 'empty slot'
    yield style.dim(`# leaf ${position}: ${printSafely(name)}\n`)
    for (const digest of proof) yield `${digest}\n`
  }
  if (multi === null) return
  yield style.dim(`# leaves ${slots.map(({ position }) => position).join(', ')}\n`)
  for (const digest of multi.leaves) yield `${digest}\n`
  yield style.dim('# proof\n')
  for (const digest of multi.proof) yield `${digest}\n`
  yield style.dim('# flags\n')
  yield `${multi.proofFlags.map((flag) => (flag ? '1' : '0')).join('')}\n`
}

/** Prints whether a given proof proves the leaves meant. */
export function printVerdict(
  verdicts: readonly ProofVerdict[],
  style: TextStyle,
): readonly string[] {
  return verdicts.map(({ ok, position, digest, root }) =>
    ok
      ? `${style.green('valid')}    leaf ${position} ${digest} is proven against ${root}\n`
      : `${style.red('invalid')}  the proof does not lead from leaf ${position} ${digest} to ${root}\n`,
  )
}
