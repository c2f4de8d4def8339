-- For the metrics: of how many enrollments the staff has seen personal details, in all.
create function public.personal_details_revealed() returns bigint
language sql stable set search_path = '' as $$
  select coalesce(sum(enrollments), 0)
  from public.staff_log
  where action in ('reveal', 'export-with-personal-details')
$$;

revoke all on function public.personal_details_revealed() from public, anon, authenticated, service_role;
grant execute on function public.personal_details_revealed() to service_role;
