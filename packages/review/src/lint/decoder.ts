import { type Finding, isSameAddress, zeroAddress } from '@vaultwright/base'
import { countText, listText, slotsText } from '../leaf/sentence.ts'
import { groupsOf, type LintInput, type LintRule, positionsIn } from './lint-input.ts'

/** The decoders of leaves beside the one that the file names. */
export const decoderRule: LintRule = {
  inputs: 'file',
  codes: {
    default_decoder_unused: {
      severities: ['warning'],
      meaning: 'No leaf uses the decoder that the file names.',
    },
    mixed_decoders: { severities: ['info'], meaning: 'The leaves use several decoders.' },
  },
  check: checkDecoders,
}

/** Leaves without a decoder. */
export const missingDecoderRule: LintRule = {
  inputs: 'file',
  codes: {
    missing_decoder: {
      severities: ['warning'],
      meaning: 'A leaf names no decoder, so no call can match it.',
    },
  },
  check: checkMissingDecoder,
}

/**
 * Compares the leaves' decoders with the one that the file names.
 *
 * @returns an info with every decoder when there are several, a warning when the named one is not among them.
 */
function checkDecoders({ file, used }: LintInput): readonly Finding[] {
  const named = file.metadata.decoder
  const decoders = groupsOf(used, ({ leaf }) => leaf.decoder)
    .map((group) => ({
      address: group[0].leaf.decoder,
      leaves: group.length,
      first: group[0].position,
    }))
    .sort((one, other) => other.leaves - one.leaves || one.first - other.first)
  const findings: Finding[] = []
  const unnamed = decoders.filter(({ address }) => named === null || !isSameAddress(address, named))
  if (named !== null && decoders.length > 0 && unnamed.length === decoders.length) {
    findings.push({
      code: 'default_decoder_unused',
      severity: 'warning',
      leaf: null,
      message: `The file names the decoder ${named}, but no leaf uses it.`,
      facts: { named, decoders },
    })
  }
  if (decoders.length > 1) {
    const shown = listText(
      decoders.map(({ address, leaves }) => `${address} (${countText(leaves, 'leaf')})`),
    )
    findings.push({
      code: 'mixed_decoders',
      severity: 'info',
      leaf: unnamed.length === 0 ? null : Math.min(...unnamed.map(({ first }) => first)),
      message: `The leaves use ${decoders.length} decoders: ${shown}.${named === null ? '' : ` The file names ${named}.`}`,
      facts: { named, decoders },
    })
  }
  return findings
}

/** Finds leaves without a decoder. */
function checkMissingDecoder({ used }: LintInput): readonly Finding[] {
  const positions = positionsIn(used.filter(({ leaf }) => isSameAddress(leaf.decoder, zeroAddress)))
  const first = positions[0]
  if (first === undefined) return []
  return [
    {
      code: 'missing_decoder',
      severity: 'warning',
      leaf: first,
      message: `No decoder is named in ${countText(positions.length, 'leaf')} (${slotsText(positions)}); no call can match, because the Manager asks the decoder first.`,
      facts: { positions },
    },
  ]
}
