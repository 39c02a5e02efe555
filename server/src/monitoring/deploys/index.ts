export { serveDeploys } from './routes.ts'
export { listDeploysOfWebsite, purgeDeploysUnscoped, saveDeploy } from './store.ts'
