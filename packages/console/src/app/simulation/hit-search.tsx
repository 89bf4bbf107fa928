import { useState } from 'react'
import { TextField } from '../part/text/field.tsx'

/** Searches a list, and says how many of it have the words; Enter goes to the next hit. */
export function HitSearch(props: {
  readonly label: string
  /** The noun of what is counted, in the plural. */
  readonly what: string
  readonly count: number
  readonly query: string
  readonly change: (query: string) => void
  /** Ids of the elements with the words. */
  readonly hits: readonly string[]
}) {
  const { label, what, count, query, change, hits } = props
  const [next, setNext] = useState(0)
  const goOn = () => {
    const hit = hits[next % Math.max(1, hits.length)]
    if (hit === undefined) return
    document.getElementById(hit)?.scrollIntoView({ block: 'center' })
    setNext(next + 1)
  }
  return (
    <search>
      <TextField
        label={label}
        type="search"
        value={query}
        placeholder="approve, WETH, 0x…"
        change={(text) => {
          change(text)
          setNext(0)
        }}
        onKeyDown={({ key }) => key === 'Enter' && goOn()}
        hint={
          <span role="status">
            {hits.length} of {count} {what}
            {query.trim() === '' ? '' : ' have these words'}
          </span>
        }
      />
    </search>
  )
}
