import { Page } from './page.tsx'
import { Failure, type LoadedQuery, Loading } from './state.tsx'

/** The page of a screen that cannot say yet what it is of: its answer is on the way, or failed. */
export function ReadingPage(props: {
  readonly query: Omit<LoadedQuery<unknown>, 'data'>
  readonly title: string
  /** The object of "Reading". */
  readonly what: string
  /** That it cannot be read, as a sentence. */
  readonly failure: string
}) {
  const { query, title, what, failure } = props
  return (
    <Page key={query.isError ? 'failure' : 'reading'} title={title}>
      <Failure title={failure} error={query.error} retry={() => void query.refetch()} />
      {query.isError ? null : <Loading what={what} />}
    </Page>
  )
}
