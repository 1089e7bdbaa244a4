"""`GET /api/studies.json`: the studies with their views and settings, for programs that ask for one by its name."""

import orjson

from reasonboard.studies import all_studies


def studies_json() -> bytes:
    """Path, question, views and settings of each study, as JSON: some 20 kB."""
    return orjson.dumps(
        [
            {
                "path": study.path,
                "name": study.name,
                "question": study.question,
                "views": [{"name": view.name, "title": view.title} for view in study.views],
                "settings": [
                    {"name": control.name, "label": control.label, "several": control.multi}
                    for control in study.controls
                ],
            }
            for study in all_studies()
        ]
    )
