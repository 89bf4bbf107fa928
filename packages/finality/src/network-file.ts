import { InvalidFinalityFileError, reader } from './file-reader.ts'
import { type BeaconNetwork, type LightClientLayout, mainnetPreset } from './network.ts'

const networkKeys = [
  'chainId',
  'genesisValidatorsRoot',
  'genesisTime',
  'secondsPerSlot',
  'forks',
] as const
const layoutNames: readonly LightClientLayout[] = ['capella', 'deneb', 'electra']

/**
 * Parses the file of a beacon chain that is not Ethereum mainnet, such as one for tests. Whoever names it trusts it
 * as they trust the checkpoint.
 *
 * @throws {InvalidFinalityFileError} with the part that is wrong.
 */
export function parseBeaconNetwork(text: string): BeaconNetwork {
  const fields = reader.fields(reader.parse(text), 'the beacon network', networkKeys)
  const secondsPerSlot = reader.number(fields.secondsPerSlot, 'secondsPerSlot')
  if (secondsPerSlot === 0n) throw new InvalidFinalityFileError('secondsPerSlot', 'is zero')
  if (!Array.isArray(fields.forks) || fields.forks.length === 0 || fields.forks.length > 64) {
    throw new InvalidFinalityFileError('forks', 'is not a list of 1 to 64 forks')
  }
  const forks = fields.forks.map((value: unknown, index) => {
    const part = `forks[${index}]`
    const fork = reader.fields(value, part, ['epoch', 'version', 'layout'])
    const layout = layoutNames.find((name) => name === fork.layout)
    if (layout === undefined) throw new InvalidFinalityFileError(`${part}.layout`, 'is not known')
    const epoch = reader.number(fork.epoch, `${part}.epoch`)
    return { epoch, version: reader.hex(fork.version, `${part}.version`, 4), layout }
  })
  if (forks.some(({ epoch }, index) => index > 0 && epoch <= forks[index - 1]!.epoch)) {
    throw new InvalidFinalityFileError('forks', 'are not in the order of their epochs')
  }
  return {
    chainId: reader.chainId(fields.chainId),
    genesisValidatorsRoot: reader.hex(fields.genesisValidatorsRoot, 'genesisValidatorsRoot', 32),
    genesisTime: reader.number(fields.genesisTime, 'genesisTime'),
    secondsPerSlot,
    preset: mainnetPreset,
    forks,
  }
}
