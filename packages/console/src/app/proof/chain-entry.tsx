import { chainOf, chainsWithHardforks } from '@vaultwright/registry'
import { useId } from 'react'
import parts from '../part/part.module.css'

/** Takes the chain of a block: its hash names none, and neither is it taken from the file. */
export function ChainEntry(props: {
  readonly chainId: number | null
  readonly setChainId: (chainId: number | null) => void
}) {
  const { chainId, setChainId } = props
  const id = useId()
  return (
    <div className={parts.field}>
      <label htmlFor={id}>Chain of the block</label>
      <small id={`${id}-hint`}>
        A block’s hash does not name its chain, and the rules differ by chain. Choose where you read
        the hash.
      </small>
      <select
        id={id}
        className={parts.input}
        value={chainId ?? ''}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => setChainId(target.value === '' ? null : Number(target.value))}
      >
        <option value="">choose</option>
        {chainsWithHardforks.map((chain) => (
          <option key={chain} value={chain}>
            {chainOf(chain)?.name ?? 'Chain'} ({chain})
          </option>
        ))}
      </select>
    </div>
  )
}
