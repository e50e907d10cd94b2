import type { JobRow } from "@fieldfare/device";
import { formIds, type NoticeIssue, findMissingNotices } from "@fieldfare/domain";
import { ButtonLink } from "../../../ui/button.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { ask } from "../../../ui/dialog.tsx";
import { formScreen, NoticeIssueList, WriteNotice } from "../warning-notice.tsx";
import { strings } from "../strings.ts";

/** Lists dangers without a warning notice and contradictions between record and notice, with links to both forms. */
export function DangerPanel(props: { job: JobRow; noticeIssues: readonly NoticeIssue[] }) {
  const { job, noticeIssues } = props;
  const text = strings().outcome.danger;
  if (noticeIssues.length === 0) return null;
  const isNoticeMissing = findMissingNotices(noticeIssues).length > 0;
  return (
    <Banner tone="danger" title={text.title} alert>
      <NoticeIssueList noticeIssues={noticeIssues} />
      {isNoticeMissing && <WriteNotice job={job} kind="danger" />}
      <ButtonLink to={formScreen(formIds.gasSafetyRecord)}>{text.record}</ButtonLink>
      {!isNoticeMissing && (
        <ButtonLink to={formScreen(formIds.warningNotice)}>{text.notice}</ButtonLink>
      )}
    </Banner>
  );
}

/** The notice may have been written on paper: the engineer decides, and the office sees the contradiction. */
export async function confirmContradictions(
  contradicted: readonly NoticeIssue[],
): Promise<boolean> {
  if (contradicted.length === 0) return true;
  const text = strings().outcome.danger;
  const answer = await ask({
    title: text.title,
    text: (
      <>
        <p>
          {text.contradiction} {text.ask}
        </p>
        <NoticeIssueList noticeIssues={contradicted} />
      </>
    ),
    // The first button is the recommended one.
    confirm: text.stay,
    cancel: text.goOn,
  });
  return answer === false;
}
