# The page of the interface: every request.
reference-parameters = Parameters
reference-body = Body
reference-answer = Answer
reference-optional = may be missing
