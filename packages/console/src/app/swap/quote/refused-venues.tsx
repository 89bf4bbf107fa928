import { Table } from '../../part/table.tsx'
import type { CheckedQuote } from '../part/swap-query.ts'
import { paramText } from '../text/amount.ts'
import { Follows } from './follows.tsx'

/** Venues that gave no candidate, each with its reason. */
export function RefusedVenues({ quote, check }: Pick<CheckedQuote, 'quote' | 'check'>) {
  if (quote.refused.length === 0) return null
  return (
    <Table name="Refused venues" head={['Refused', 'Why']}>
      {quote.refused.map(({ route, params, code, message }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a venue may be refused twice
        <tr key={index}>
          <th scope="row">
            <code>{route}</code> {paramText(params)}
          </th>
          <td>
            <Follows check={check} paths={[`refused.${index}.message`, `refused.${index}.code`]}>
              {message} <code>{code}</code>
            </Follows>
          </td>
        </tr>
      ))}
    </Table>
  )
}
