/** The one form that the stand-in knows. */
export const webForm = { tabInfoId: 'demonstration-form', companyId: 'demonstration-account' }

/** The variables that make deliveries go to the stand-in; `origin` is where the stand-ins are served. */
export function standInVariables(origin: string) {
  return {
    DISPUTEFOX_URL: `${origin}/disputefox/CustumFieldController?method=addWebFormData`,
    DISPUTEFOX_TAB_INFO_ID: webForm.tabInfoId,
    DISPUTEFOX_COMPANY_ID: webForm.companyId,
  }
}
