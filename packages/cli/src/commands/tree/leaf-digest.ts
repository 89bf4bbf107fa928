import { BaseError, printHex } from '@vaultwright/base'
import {
  buildLeaf,
  canonicalSignatureOf,
  digestOf,
  type Leaf,
  leafBytesOf,
} from '@vaultwright/manager'
import { type ArgumentsOf, defineCommand, flag, list, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { readJson } from '../../input/input.ts'
import { assertKnown, fieldsOf, listOf, textAt, truthAt } from '../../input/shape.ts'
import { leafJsonOf } from '../../print/tree.ts'
import { type Context, yes } from '../../terminal/context.ts'
import { type WarningTarget, writeWarning } from '../../terminal/warning.ts'

const leafOptions = {
  decoder: text('The decoder', 'address'),
  target: text('The account called', 'address'),
  signature: text('The function: approve(address,uint256)', 'text'),
  argument: list('A packed argument, in order; may be repeated', 'address'),
  'with-value': flag('The leaf permits calls with value'),
}

export const command = defineCommand({
  name: 'leaf digest',
  summary: 'Compute the digest of a leaf from its fields',
  describe:
    'Computes the digest of a leaf from its fields: options, or one JSON object from a file or standard input.',
  positionals: {
    file: {
      optional: true,
      describe:
        'JSON object with decoder, target, signature, and optionally canSendValue, arguments, description; - for standard input',
    },
  },
  options: leafOptions,
  examples: [
    [
      "leaf digest --decoder 0x… --target 0x… --signature 'approve(address,uint256)' --argument 0x…",
      'From options',
    ],
    ['leaf digest leaf.json', 'From a file'],
  ],
  run: async (args, context) => {
    const leaf = await readLeaf(args, context)
    warnSignature(leaf.signature, { context, quiet: args.quiet })
    const { position: _, ...fields } = leafJsonOf({ position: 0, leaf })
    return {
      json: () => ({ ...fields, bytes: printHex(leafBytesOf(leaf)) }),
      text: () => [`${printHex(digestOf(leaf))}\n`],
      exit: yes,
    }
  },
})

type LeafOptions = ArgumentsOf<typeof leafOptions> & { readonly file: string | undefined }

const names = ['decoder', 'target', 'signature', 'canSendValue', 'arguments', 'description']

/** Reads a leaf from a JSON object or from options. */
async function readLeaf(options: LeafOptions, context: Context): Promise<Leaf> {
  const { decoder, target, signature } = options
  const givenWords = [decoder, target, signature].filter((text) => text !== undefined)
  if (options.file !== undefined && givenWords.length + options.argument.length > 0) {
    throw new UsageError('The leaf is given twice: as a file and as options. Give one of them.')
  }
  if (options.file !== undefined) return leafOf(await readJson(options.file, context), 'leaf')
  if (decoder === undefined || target === undefined || signature === undefined) {
    throw new UsageError(
      'A leaf needs --decoder, --target and --signature, or a JSON file. Give all three.',
    )
  }
  const canSendValue = options['with-value']
  return buildLeaf({ decoder, target, signature, canSendValue, arguments: options.argument })
}

function leafOf(value: unknown, place: string): Leaf {
  const fields = fieldsOf(value, place)
  assertKnown(fields, names, place)
  const { canSendValue = false, arguments: leafArguments = [], description = '' } = fields
  return buildLeaf({
    decoder: textAt(fields.decoder, `${place}.decoder`),
    target: textAt(fields.target, `${place}.target`),
    signature: textAt(fields.signature, `${place}.signature`),
    canSendValue: truthAt(canSendValue, `${place}.canSendValue`),
    arguments: listOf(leafArguments, `${place}.arguments`).map((one, at) =>
      textAt(one, `${place}.arguments[${at}]`),
    ),
    description: textAt(description, `${place}.description`),
  })
}

/**
 * Says that a signature is hashed as it stands although no function is called so: one space, or a `uint`
 * for `uint256`, gives the selector of nothing.
 */
function warnSignature(signature: string, log: WarningTarget): void {
  if (signature === '') return
  const meant = canonicalOf(signature)
  if (meant === signature) return
  const hint = meant === null ? 'approve(address,uint256) is one' : `did you mean ${meant}?`
  writeWarning(
    `${JSON.stringify(signature)} is not how a function is written (${hint}). It was hashed as it stands.`,
    log,
  )
}

function canonicalOf(signature: string): string | null {
  try {
    return canonicalSignatureOf(signature)
  } catch (error) {
    if (error instanceof BaseError) return null
    throw error
  }
}
