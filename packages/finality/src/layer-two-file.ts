import type { PieceReader } from '@vaultwright/proof'
import type { BlockEvidence } from './final-block.ts'
import type { LayerTwoFile, RollupEvidence, SlotEvidence } from './layer-two.ts'

/** The reader of a finality file, and its reader of a block's evidence. */
export type RollupPieceReader = Pick<
  PieceReader,
  'fields' | 'hex' | 'list' | 'number' | 'chainId'
> & {
  readonly evidence: (value: unknown, part: string) => BlockEvidence
  readonly refuse: (part: string, reason: string) => never
}

/** Makes the part of a finality file that goes on to a rollup: numbers as text. */
export function printedLayerTwo({ block, rollup, ...file }: LayerTwoFile) {
  const target = { number: String(block.number), hash: block.hash }
  return { ...file, block: target, rollup: printedRollup(rollup) }
}

function printedRollup(rollup: RollupEvidence) {
  if (rollup.kind === 'op_stack') return rollup
  const { batch, positionInBatch, machineStatus } = rollup
  return {
    ...rollup,
    batch: String(batch),
    positionInBatch: String(positionInBatch),
    machineStatus: String(machineStatus),
  }
}

/** Parses the part of a finality file that goes on to a rollup. Its pieces are not believed yet. */
export function layerTwoOf(value: unknown, reader: RollupPieceReader): LayerTwoFile {
  const keys = ['chainId', 'block', 'rollup', 'header', 'evidence'] as const
  const fields = reader.fields(value, 'layerTwo', keys)
  const block = reader.fields(fields.block, 'layerTwo.block', ['number', 'hash'])
  return {
    chainId: reader.chainId(fields.chainId),
    block: {
      number: reader.number(block.number, 'layerTwo.block.number'),
      hash: reader.hex(block.hash, 'layerTwo.block.hash', 32),
    },
    rollup: rollupOf(fields.rollup, reader),
    header: reader.hex(fields.header, 'layerTwo.header'),
    evidence: reader.evidence(fields.evidence, 'layerTwo.evidence'),
  }
}

const opStackKeys = ['kind', 'portal', 'registry', 'game', 'messagePasserRoot'] as const
const wordKeys = ['parentAssertion', 'sendRoot', 'endHistoryRoot', 'inboxAccumulator'] as const
const numberKeys = ['batch', 'positionInBatch', 'machineStatus'] as const

function rollupOf(value: unknown, reader: RollupPieceReader): RollupEvidence {
  const part = 'layerTwo.rollup'
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : null
  if (kind === 'op_stack') {
    const fields = reader.fields(value, part, opStackKeys)
    return {
      kind,
      portal: slotsOf(fields.portal, `${part}.portal`, reader),
      registry: slotsOf(fields.registry, `${part}.registry`, reader),
      game: fields.game === null ? null : gameOf(fields.game, `${part}.game`, reader),
      messagePasserRoot: reader.hex(fields.messagePasserRoot, `${part}.messagePasserRoot`, 32),
    }
  }
  if (kind !== 'arbitrum') return reader.refuse(part, 'is of no known kind')
  const fields = reader.fields(value, part, ['kind', 'rollup', ...wordKeys, ...numberKeys])
  const word = (key: (typeof wordKeys)[number]) => reader.hex(fields[key], `${part}.${key}`, 32)
  const number = (key: (typeof numberKeys)[number]) => reader.number(fields[key], `${part}.${key}`)
  return {
    kind,
    rollup: slotsOf(fields.rollup, `${part}.rollup`, reader),
    parentAssertion: word('parentAssertion'),
    sendRoot: word('sendRoot'),
    endHistoryRoot: word('endHistoryRoot'),
    inboxAccumulator: word('inboxAccumulator'),
    batch: number('batch'),
    positionInBatch: number('positionInBatch'),
    machineStatus: number('machineStatus'),
  }
}

function gameOf(value: unknown, part: string, reader: RollupPieceReader) {
  const fields = reader.fields(value, part, ['accountProof', 'code'])
  return {
    accountProof: reader.list(fields.accountProof, `${part}.accountProof`),
    code: reader.hex(fields.code, `${part}.code`),
  }
}

function slotsOf(value: unknown, part: string, reader: RollupPieceReader): SlotEvidence {
  const fields = reader.fields(value, part, ['accountProof', 'storageProofs'])
  const proofs = fields.storageProofs
  if (!Array.isArray(proofs) || proofs.length > 2) {
    return reader.refuse(`${part}.storageProofs`, 'is not a list of two proofs at most')
  }
  return {
    accountProof: reader.list(fields.accountProof, `${part}.accountProof`),
    storageProofs: proofs.map((proof, index) =>
      reader.list(proof, `${part}.storageProofs[${index}]`),
    ),
  }
}
