import { chainOf, chainsWithHardforks } from '@vaultwright/registry'
import { SelectField } from '../part/text/field.tsx'

/** Takes the chain of a block: its hash names none, and neither is it taken from the file. */
export function ChainEntry(props: {
  readonly chainId: number | null
  readonly setChainId: (chainId: number | null) => void
}) {
  const { chainId, setChainId } = props
  const options = chainsWithHardforks.map((chain) => {
    return [String(chain), `${chainOf(chain)?.name ?? 'Chain'} (${chain})`] as const
  })
  return (
    <SelectField
      label="Chain of the block"
      hint="A block’s hash does not name its chain, and the rules differ by chain. Choose where you read the hash."
      value={chainId === null ? '' : String(chainId)}
      change={(text) => setChainId(text === '' ? null : Number(text))}
      options={[['', 'choose'], ...options]}
    />
  )
}
