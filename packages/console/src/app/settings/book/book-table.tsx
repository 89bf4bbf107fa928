import { chainOf } from '@vaultwright/registry'
import type { AccountNameData } from '@vaultwright/wire'
import { useState } from 'react'
import { Button } from '../../part/button.tsx'
import { Hash } from '../../part/hash.tsx'
import { Table, wideCell } from '../../part/table.tsx'
import { dayText } from '../../part/text/moment-text.ts'

/** Rows that are shown at a time. */
const shownAtOnce = 100

/** Names with their accounts, who gave them, and the way to take one away. */
export function BookTable(props: {
  readonly names: readonly AccountNameData[]
  /** Null where the reader may change nothing. */
  readonly remove: ((entry: AccountNameData) => void) | null
}) {
  const { names, remove } = props
  const [count, setCount] = useState(shownAtOnce)
  const head = ['Name', 'Address', 'Named by', 'Since']
  return (
    <>
      <Table
        name="Address book"
        head={remove === null ? head : [...head, 'Act']}
        wide={['Named by', 'Since']}
        fitsPhone
      >
        {names.slice(0, count).map((entry) => {
          const { chain, address, name, named_by: namedBy, named_at: namedAt } = entry
          return (
            <tr key={`${chain} ${address}`}>
              <th scope="row" className="wrap">
                {name}
                <br />
                <span className="note">
                  {chain === null ? 'every chain' : (chainOf(chain)?.name ?? chain)}
                </span>
              </th>
              <td>
                <Hash value={address} short />
              </td>
              <td className={`wrap ${wideCell}`}>{namedBy}</td>
              <td className={wideCell}>{dayText(namedAt)}</td>
              {remove === null ? null : (
                <td>
                  <Button look="danger" onClick={() => remove(entry)}>
                    Remove<span className="hidden"> the name {name}</span>
                  </Button>
                </td>
              )}
            </tr>
          )
        })}
      </Table>
      {count < names.length ? (
        <div>
          <Button onClick={() => setCount(count + 10 * shownAtOnce)}>
            Show more of {names.length.toLocaleString('en')}
          </Button>
        </div>
      ) : null}
    </>
  )
}
