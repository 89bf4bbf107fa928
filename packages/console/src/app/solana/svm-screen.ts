// One script for all of Solana: the shell, which names every script, stays small.
export { SvmActionScreen as ActionScreen } from './action/svm-action-screen.tsx'
export { SvmHome } from './vault/svm-home.tsx'
