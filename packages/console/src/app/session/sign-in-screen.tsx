import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '../part/button.tsx'
import { Page } from '../part/page.tsx'
import { Failure, Loading } from '../part/state.tsx'
import { Verdict } from '../part/verdict.tsx'
import { askConsole } from './console-api.ts'
import { PasskeyFailureNote } from './passkey-failure-note.tsx'
import { answerPasskey } from './prove.ts'
import styles from './session.module.css'
import { enterSession, useSession } from './session.ts'

/** The screen on which a user signs in, and then returns to the requested address. */
export function SignInScreen() {
  useReturn()
  const ways = useQuery({
    queryKey: ['sign-in-ways'],
    queryFn: () => askConsole('getSignInWays', {}),
  })
  return (
    <Page title="Sign in" lead="With a passkey: no password, nothing to remember.">
      <div className={`sheet ${styles.card}`}>
        {ways.data === undefined && ways.error === null ? <Loading what="ways to sign in" /> : null}
        {ways.error === null ? null : (
          <Failure
            title="The service does not say how to sign in"
            error={ways.error}
            retry={() => void ways.refetch()}
          />
        )}
        {ways.data === undefined ? null : <SignInWays ways={ways.data.data} />}
        <p className="soft">
          New here, or the passkey is lost? Ask an admin of your organisation for a link, or the
          operator: <code>vaultwright user invite</code>.
        </p>
        <div className={styles.links}>
          <Link to="/trees">Open a tree without signing in</Link>
          <Link to="/sign">Open the signing room</Link>
        </div>
      </div>
    </Page>
  )
}

/** Leads a user who is signed in, here or in another tab, back to the requested address. */
function useReturn(): void {
  const session = useSession()
  const { history } = useRouter()
  const { to = '/vaults' } = useSearch({ from: '/sign-in' })
  const isSignedIn = session != null
  useEffect(() => {
    if (isSignedIn) history.replace(to.startsWith('/console') ? to : `/console${to}`)
  }, [isSignedIn, history, to])
}

type Ways = Awaited<ReturnType<typeof askConsole<'getSignInWays'>>>['data']

function SignInWays({ ways }: { readonly ways: Ways }) {
  const { passkey, passkey_url: url, provider } = ways
  const { failed } = useSearch({ from: '/sign-in' })
  return (
    <>
      {failed === undefined ? null : (
        <Verdict tone="bad" title="The provider did not sign you in">
          <p>
            No user of this service signs in by it as you. Sign in with your passkey, and choose the
            provider under My access; or ask an admin for access.
          </p>
        </Verdict>
      )}
      {passkey ? <PasskeyButton /> : <NoDomain url={`${url}/sign-in`} />}
      {provider === null ? null : <a href="/console/session/provider">Sign in with {provider}</a>}
    </>
  )
}

/** A way to the same page at an address that has passkeys. */
export function NoDomain({ url }: { readonly url: string }) {
  return (
    <Verdict tone="look" title="Browsers make no passkeys for this address">
      <p>
        Open <a href={url}>{url}</a>
      </p>
    </Verdict>
  )
}

function PasskeyButton() {
  const queries = useQueryClient()
  const signIn = useMutation({
    mutationFn: async () => askConsole('signIn', await answerPasskey('beginSignIn')),
    onSuccess: ({ data }) => enterSession(queries, data),
  })
  return (
    <>
      <Button look="primary" disabled={signIn.isPending} onClick={() => signIn.mutate()}>
        {signIn.isPending ? 'Waiting for your passkey…' : 'Sign in with a passkey'}
      </Button>
      {signIn.error === null ? null : (
        <PasskeyFailureNote title="You are not signed in" error={signIn.error} />
      )}
    </>
  )
}
