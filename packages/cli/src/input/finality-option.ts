import { flag, type Options, text, type ValuesOf } from '../command/command.ts'

export const checkpointOptions = {
  checkpoint: text('The root of a finalised beacon block that you trust', '0x…'),
  'allow-old-checkpoint': flag('Start at a checkpoint of more than 15 days'),
  'beacon-network': text('The beacon chain, where it is not that of Ethereum mainnet', 'file'),
} as const satisfies Options

export const finalityOptions = {
  finality: text(
    'A finality file, in place of the hash of the block: it proves from --checkpoint that the block is final',
    'file',
  ),
  ...checkpointOptions,
} as const satisfies Options

export type CheckpointOptions = ValuesOf<typeof checkpointOptions>
export type FinalityOptions = ValuesOf<typeof finalityOptions>
